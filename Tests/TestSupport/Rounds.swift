/// The rounds of a test that repeats a race because its schedule cannot be gated.
///
/// All rounds take long on a busy machine, so `swift test` runs one in a hundred, and two at least. The package
/// `Tests/Reliability` compiles the same files, and runs all of them.
package func rounds(_ all: Int) -> Range<Int> {
  #if ASTROJECT_ALL_ROUNDS
    // A sanitizer makes it slow to find out where an error was thrown, and many rounds throw errors.
    keepNoTraceOfErrors()
    return 0..<all
  #else
    return 0..<max(all / 100, min(all, 2))
  #endif
}

/// The samples of a test that makes its input at random.
///
/// They take long in debug, so one in ten is tried there, and all of them in release.
package func samples(_ all: Int) -> Range<Int> {
  #if DEBUG
    return 0..<max(all / 10, 1)
  #else
    return 0..<all
  #endif
}
