/// What a factory leaves behind for code that it calls without handing over its resolver.
///
/// It is used to catch factories that resolve through a container that they captured: while a scope that keeps is
/// building, and wherever a loop is suspected, the frame is bound to the task or thread, and a resolve that begins
/// there finds its true parent.
enum Ambient {
  @TaskLocal private static var frame: Frame?
  /// How many frames are bound in the process: while there are none, nobody need look.
  private static let count = AtomicWord(0)

  /// The frame on whose behalf the caller seems to resolve.
  static var current: Frame? {
    guard count.load() != 0, let frame, frame.isActive else { return nil }
    return frame
  }

  static func bind<Result>(_ frame: Frame, during body: () throws -> Result) rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try $frame.withValue(frame, operation: body)
  }

  static func bind<Result>(_ frame: Frame, during body: () async throws -> Result) async rethrows -> Result {
    _ = count.add(1)
    defer { _ = count.add(0 &- 1) }
    return try await $frame.withValue(frame, operation: body)
  }
}
