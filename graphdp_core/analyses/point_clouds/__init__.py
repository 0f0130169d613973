"""Pure functions of a point cloud that several analyses build on."""
