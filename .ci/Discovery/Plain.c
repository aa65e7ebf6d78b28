/* A library without Swift. */
int plain(void) { return 42; }
