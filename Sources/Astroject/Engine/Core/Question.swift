/// A question whether something is registered, which cannot throw.
///
/// Fallbacks that ask each other would ask for ever. So the answer is no where the stack ends, and to all that the same
/// question leads to after that. A resolve that asks throws in place of taking that answer.
enum Question {
  /// The state of the outermost question on a thread.
  enum State {
    case none
    case open
    /// The stack has ended.
    case cutOff
  }

  /// Asks a fallback; returns false where the stack ends.
  static func ask(_ question: () -> Bool) -> Bool {
    let thread = ThreadContext.current
    if thread.pointee.question == .cutOff { return false }
    if thread.pointee.isNearEndOfStack {
      if thread.pointee.question == .open { thread.pointee.question = .cutOff }
      return false
    }
    return watch(question).answer
  }

  /// Runs a closure that may ask fallbacks, and returns true as the second result if the stack has ended meanwhile.
  static func watch<Answer>(_ body: () throws -> Answer) rethrows -> (answer: Answer, isCutOff: Bool) {
    let thread = ThreadContext.current
    let isOutermost = thread.pointee.question == .none
    if isOutermost { thread.pointee.question = .open }
    defer { if isOutermost { thread.pointee.question = .none } }
    let answer = try body()
    return (answer, thread.pointee.question == .cutOff)
  }

  /// Asks a question for a resolve.
  ///
  /// - Throws: ``AstrojectError/tooDeep(_:)`` if the answer is no only because the stack has ended.
  static func ask(orFailWith failure: @autoclosure () -> AstrojectError.Failure, _ body: () -> Bool) throws -> Bool {
    let (answer, isCutOff) = watch(body)
    if isCutOff, !answer { throw AstrojectError.tooDeep(failure()) }
    return answer
  }
}
