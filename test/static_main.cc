// The program of a test that is over once it compiles.
int main() {}
