"""What needs neither a session nor a widget."""
