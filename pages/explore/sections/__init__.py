"""What stands below the stage of Explore, one question each."""
