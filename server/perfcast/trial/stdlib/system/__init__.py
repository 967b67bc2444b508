"""What stands for the operating system: paths, environment variables, command line options."""
