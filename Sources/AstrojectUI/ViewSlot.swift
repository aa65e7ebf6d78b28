import Nexus

/// A slot that stores the value of a view's property for as long as the view exists.
///
/// It belongs to one view, whose code runs on the main actor.
final class ViewSlot<Value> {
  private var kept: (value: Value, container: Container)?

  /// Returns the value in a container: resolved once, and again if the view gets another container.
  ///
  /// If the value cannot be resolved, the program stops with the text of the error, because a view cannot throw.
  func value(of request: ViewRequest<Value>, in container: Container?) -> Value {
    let container = container ?? .current
    if let kept, kept.container === container { return kept.value }
    let value = resolved(request, in: container)
    kept = (value, container)
    return value
  }

  /// Returns the value that was resolved first, even if the view has another container by now.
  func firstValue(of request: ViewRequest<Value>, in container: Container?) -> Value {
    if let kept { return kept.value }
    return value(of: request, in: container)
  }

  private func resolved(_ request: ViewRequest<Value>, in container: Container) -> Value {
    do { return try request.resolve(in: container) } catch { fatalError(request.text(error)) }
  }
}
