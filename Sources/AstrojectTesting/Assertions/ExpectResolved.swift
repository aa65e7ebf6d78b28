import Astroject

/// Expects that a type was resolved while a recorder listened.
///
/// ```swift
/// let recorder = container.resolutionRecorder()
/// _ = try container.resolve(Model.self)
/// expectResolved(Client.self, times: 1, in: recorder)
/// ```
/// New and cached instances count alike; failed resolves do not count. It may be called on any thread. The failure
/// report lists the records, and the registrations of the recorder's container.
///
/// - Parameters:
///   - type: The requested type, with any arguments.
///   - name: The requested name; nil for requests without a name.
///   - key: A hashable value that replaces the name.
///   - times: The expected number of resolves; nil for at least one.
///   - recorder: The recorder that has listened.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
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

/// Expects that a type was not requested while a recorder listened.
///
/// ```swift
/// expectNoResolution(of: Tracker.self, in: recorder)
/// ```
/// Failed resolves count as well. It may be called on any thread. The failure report lists the records, and the
/// registrations of the recorder's container.
///
/// - Parameters:
///   - type: The type that must not be requested, with any arguments.
///   - name: The name; nil for requests without a name.
///   - key: A hashable value that replaces the name.
///   - recorder: The recorder that has listened.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
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

  /// Returns a numbered line for each record, those of the same type first.
  private func lines(nearestTo key: Key) -> [String] {
    let numbered = records.enumerated().map { (isNear: $1.key.product == key.product, line: "\($0 + 1). \($1.line)") }
    return FailureText.list((numbered.filter(\.isNear) + numbered.filter { !$0.isNear }).map(\.line))
  }
}

extension ResolutionRecorder.Record {
  fileprivate var line: String {
    let facts = [containerName.map { "in the container \($0.quoted)" }, failure.map { "threw `\($0)`" }].compactMap {
      $0
    }
    return "\(key)" + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
  }
}
