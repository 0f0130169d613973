"""How far one changed edge can move the centralities: exact, as published, and sound bounds."""
