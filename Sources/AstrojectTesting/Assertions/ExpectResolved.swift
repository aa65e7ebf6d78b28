import Astroject

/// Expects that something was resolved while a recorder listened.
///
/// ```swift
/// let recorder = container.resolutionRecorder()
/// _ = try container.resolve(Model.self)
/// expectResolved(Client.self, times: 1, in: recorder)
/// ```
/// What was built and what was there already count alike; what failed does not count. It may be called on any thread. A
/// failure is reported with what was recorded, and with what the container has that the recorder was made for.
///
/// - Parameters:
///   - type: What was asked for, with whatever arguments.
///   - name: The name that was asked for; without one, only what was asked for without a name counts.
///   - key: Takes the place of the name: any hashable value.
///   - times: How often; at least once without.
///   - recorder: What has listened.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
public func expectResolved<Product>(
  _ type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, times: Int? = nil,
  in recorder: ResolutionRecorder,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let count = recorder.records(of: type, name: name, key: key).count { $0.failure == nil }
  if times.map({ $0 == count }) ?? (count > 0) { return }
  let asked = Key(Product.self, label: Label(name: name, key: key))
  let expected = times.map { " " + FailureText.times($0) } ?? ""
  recorder.fail(
    "Expected \(asked) to be resolved\(expected), but it was \(FailureText.times(count, "resolved")).", about: asked,
    at: CallSite(fileID, filePath, line, column))
}

/// Expects that something was not asked for while a recorder listened.
///
/// ```swift
/// expectNoResolution(of: Tracker.self, in: recorder)
/// ```
/// A resolve that failed counts as well: it was tried. It may be called on any thread. A failure is reported with what
/// was recorded, and with what the container has that the recorder was made for.
///
/// - Parameters:
///   - type: What is not to be asked for, with whatever arguments.
///   - name: The name; without one, only what was asked for without a name counts.
///   - key: Takes the place of the name: any hashable value.
///   - recorder: What has listened.
///   - fileID: Where it is called, for the report of a failure.
///   - filePath: Where it is called.
///   - line: Where it is called.
///   - column: Where it is called.
public func expectNoResolution<Product>(
  of type: Product.Type, name: String? = nil, key: (any Hashable & Sendable)? = nil, in recorder: ResolutionRecorder,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let count = recorder.records(of: type, name: name, key: key).count
  if count == 0 { return }
  let asked = Key(Product.self, label: Label(name: name, key: key))
  recorder.fail(
    "Expected \(asked) not to be resolved, but it was \(FailureText.times(count, "asked for")).", about: asked,
    at: CallSite(fileID, filePath, line, column))
}

// MARK: - Failing

extension ResolutionRecorder {
  fileprivate func fail(_ headline: String, about key: Key, at site: CallSite) {
    let text = FailureText(headline).with("Recorded", lines(nearestTo: key))
    Reporter.fail(origin.map { text.inventory(of: $0, nearestTo: key) } ?? text, at: site)
  }

  /// A line for each record, numbered; those of the same type first.
  private func lines(nearestTo key: Key) -> [String] {
    let numbered = records.enumerated().map { (isNear: $1.key.product == key.product, line: "\($0 + 1). \($1.line)") }
    return FailureText.list((numbered.filter(\.isNear) + numbered.filter { !$0.isNear }).map(\.line))
  }
}

extension ResolutionRecorder.Record {
  fileprivate var line: String {
    let facts = [containerName.map { "in the container \"\($0)\"" }, failure.map { "threw `\($0)`" }].compactMap { $0 }
    return "\(key)" + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
  }
}
