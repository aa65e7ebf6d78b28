import Nexus

/// Collects the findings in the files of a resource.
final class Findings {
  private var all: [ResourceFinding] = []
  private var omission = 0
  /// The remaining look-ups in the runtime for types without a record.
  var lookupsLeft = 300

  /// The number of findings that are reported; further ones are only counted, because near matches take time to find.
  private static let most = 1000

  var isEmpty: Bool { all.isEmpty }
  /// True if further findings are only counted.
  var isFull: Bool { all.count >= Findings.most }

  /// The text that a finding shows as found.
  enum Found {
    case value, nothing
    case text(String)
  }

  /// Adds a finding about a value of a file.
  ///
  /// - Parameter isField: True if the finding is about the name of the value's field, and not about the value.
  func add(
    _ rule: ResourceRule, at site: ResourceSite, isField: Bool = false, found: Found = .value,
    possible: @autoclosure () -> [String] = [], nearMatches: @autoclosure () -> [String] = [],
    _ detail: @autoclosure () -> ResourceFinding.Detail
  ) {
    if isFull {
      omission += 1
      return
    }
    let outline = site.file.outline
    let words: String? =
      switch found {
      case .value: isField ? outline.name(of: site.value)?.quoted : outline.words(for: site.value)
      case .nothing: nil
      case .text(let text): text
      }
    add(
      ResourceFinding(
        rule: rule, file: site.file.name, path: outline.path(of: site.value),
        location: site.file.location(isField ? outline.place(ofFieldOf: site.value) : outline.place(of: site.value)),
        found: words, possible: possible(), nearMatches: nearMatches(), detail: detail()))
  }

  func add(_ finding: ResourceFinding) { all.append(finding) }

  /// Throws the findings, sorted by file and by place.
  ///
  /// - Parameter files: The files in the order in which their findings are reported.
  /// - Throws: ``ResourceError`` if there are any findings.
  func throwIfAny(of files: [String]) throws(ResourceError) {
    if all.isEmpty { return }
    let order = { (finding: ResourceFinding) in files.firstIndex(of: finding.file) ?? files.count }
    let sorted = all.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if order(first) != order(second) { return order(first) < order(second) }
      guard let place = first.location, let other = second.location, place != other else {
        return left.offset < right.offset
      }
      return place < other
    }
    throw ResourceError(findings: sorted.map(\.element), omission: omission)
  }
}
