"""How far two raters lie apart in the units of the scale: limits of agreement, deviation, distance."""
