/// A value of a document, with its place and the decoder that reads it.
///
/// Each function that cannot read its result adds a finding and returns nil.
struct Node {
  let decoder: any Decoder
  let site: ResourceSite
  let findings: Findings

  var outline: Outline { site.file.outline }
  var kind: Outline.Kind { outline.values[site.value].kind }

  func refuse(
    _ rule: ResourceRule, found: Findings.Found = .value, possible: @autoclosure () -> [String] = [],
    nearMatches: @autoclosure () -> [String] = [], _ detail: @autoclosure () -> ResourceFinding.Detail
  ) {
    findings.add(rule, at: site, found: found, possible: possible(), nearMatches: nearMatches(), detail())
  }

  // MARK: Kinds

  func string(_ expected: String = "a string") -> String? {
    guard kind == .string, let text = try? decoder.singleValueContainer().decode(String.self) else {
      refuse(.wrongValue, .text(expected))
      return nil
    }
    return text
  }

  func boolean() -> Bool? {
    guard kind == .boolean, let value = try? decoder.singleValueContainer().decode(Bool.self) else {
      refuse(.wrongValue, .text("true or false"))
      return nil
    }
    return value
  }

  /// Returns the meaning of the value, which must be one of some words.
  func word<Meaning>(_ words: [(name: String, meaning: Meaning)], _ expected: String) -> Meaning? {
    let possible = words.map(\.name.quoted)
    guard kind == .string, let text = string() else {
      refuse(.wrongValue, possible: possible, .text(expected))
      return nil
    }
    if let meaning = words.first(where: { $0.name == text })?.meaning { return meaning }
    let near = Similarity.names(like: text, among: words.map(\.name))
    refuse(.wrongValue, possible: possible, nearMatches: near.map(\.quoted), .text(expected))
    return nil
  }

  func elements(_ expected: String) -> [Node]? {
    guard kind == .array, var container = try? decoder.unkeyedContainer() else {
      refuse(.wrongValue, .text(expected))
      return nil
    }
    return outline.children(of: site.value).compactMap { child in
      guard let decoder = try? container.superDecoder() else { return nil }
      return Node(decoder: decoder, site: ResourceSite(file: site.file, value: child), findings: findings)
    }
  }
}
