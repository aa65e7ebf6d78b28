#if canImport(Glibc)
  import Astroject
  import Glibc
  import TestSupport
  import Testing

  struct ThreadMemoryTests {
    @Test func `the program stops with a sentence if the system has no thread-specific value left`() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var key = pthread_key_t()
        while pthread_key_create(&key, nil) == 0 {}
        let container = Container()
        _ = try? synchronously { try container.resolve(Int.self) }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("Astroject needs one thread-specific value of the system"))
    }
  }
#endif
