"""From files, frames and arrays to columns with known roles."""
