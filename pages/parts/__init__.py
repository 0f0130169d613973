"""What two pages show, each part once."""
