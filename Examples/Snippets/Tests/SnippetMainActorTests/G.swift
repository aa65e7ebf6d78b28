// main actor
