import Nexus

/// Keeps what a property of a view has resolved for as long as the view is there.
///
/// It belongs to one view, whose code runs on the main actor.
final class ViewSlot<Value> {
  private var kept: (value: Value, container: Container)?

  /// The value in a container: resolved once, and again where the view has got another container.
  ///
  /// Where it cannot be resolved, the program stops with the text of the error: a view has nobody to throw to.
  func value(of request: ViewRequest<Value>, in container: Container?) -> Value {
    let container = container ?? .current
    if let kept, kept.container === container { return kept.value }
    let value = resolved(request, in: container)
    kept = (value, container)
    return value
  }

  /// The value that was resolved first, whatever container the view has by now.
  func firstValue(of request: ViewRequest<Value>, in container: Container?) -> Value {
    if let kept { return kept.value }
    return value(of: request, in: container)
  }

  private func resolved(_ request: ViewRequest<Value>, in container: Container) -> Value {
    do { return try request.resolve(in: container) } catch { fatalError(request.text(error)) }
  }
}
