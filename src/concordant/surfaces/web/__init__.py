"""The web application: from a dropped file to an agreed score, on one machine or for a team."""
