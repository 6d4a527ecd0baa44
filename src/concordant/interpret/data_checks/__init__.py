"""Whether the data are what they seem: design, scale, labels, units."""
