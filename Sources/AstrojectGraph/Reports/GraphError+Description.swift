import Nexus

// The texts of reports.

extension GraphError: DescribedError {
  /// The text of the report, which begins with the numbered findings.
  public var description: String { report.description }
}

extension GraphReport: CustomStringConvertible {
  /// The numbered findings, each with its path, location and remedy, followed by the other sections of the report.
  ///
  /// The sections are, if they are not empty: hints, silenced findings, opaque registrations, unused ones, those that
  /// replaced another one, those that a dictionary leaves out, and allowances that silence nothing.
  public var description: String {
    var paragraphs = [summary + (findings.isEmpty ? "." : ":")]
    for (index, finding) in findings.enumerated() {
      let number = "\(index + 1). "
      let indent = String(repeating: " ", count: number.count)
      paragraphs.append(number + finding.lines.joined(separator: "\n" + indent))
    }
    return (paragraphs + remarks).joined(separator: "\n\n").bounded
  }

  /// The number of findings, and what was checked.
  package var summary: String {
    (findings.isEmpty ? "No problems" : counted(findings.count, "problem")) + " in \(extent)"
  }

  /// The sections after the findings, each as a paragraph.
  package var remarks: [String] {
    var paragraphs: [String] = []
    let remarks = findings.contains { finding in Rules.hints.contains { $0.code == finding.rule } } ? [] : hints
    if !remarks.isEmpty {
      paragraphs.append("Hints: \(counted(remarks.count, "finding")), which may be no mistake.")
      for hint in remarks { paragraphs.append("  " + hint.lines.joined(separator: "\n  ")) }
    }
    note(
      "Silenced: \(counted(silenced.count, "finding")).",
      silenced.map { "\($0.finding.rule.rawValue): \($0.finding.headline) Because: \($0.reason.escaped(to: 2_000))" },
      in: &paragraphs)
    let isTold = findings.contains { $0.rule == .opaque }
    note(
      "Opaque: \(counted(opaque.count, "registration")), whose dependencies are not all known.",
      isTold ? [] : opaque.map { $0.placed + (opacity[$0.id] ?? "") }, in: &paragraphs)
    note(
      "Unused: \(unused.extent), which no root reaches"
        + (opaque.isEmpty ? "." : "; an opaque registration may use them."), unused.map(\.placed), in: &paragraphs)
    note(
      "Replacements: \(counted(duplicates.count, "registration")), each of an earlier one in the same container.",
      duplicates.map { "\($0.placed), replaces the one at \($0.replaced?.description ?? "")" }, in: &paragraphs)
    note(
      "Left out: \(counted(leftOut.count, "registration")), whose key is not of the dictionary's key type.",
      leftOut.map { "\($0.node.placed), is not in \($0.dictionary)" }, in: &paragraphs)
    note(
      "Unneeded: \(counted(idleAllowances.count, "allowance")), to be removed.",
      idleAllowances.map { "\($0.allowance.rule.rawValue): \($0.node.placed)" }, in: &paragraphs)
    return paragraphs
  }

  /// The extent of the check: `124 registrations, 34 forwardings; 3 opaque: Api, Router and Store`.
  package var extent: String {
    graph.nodes.filter { !$0.isShadowed }.extent
      + (opaque.isEmpty ? "" : "; \(opaque.count) opaque: \(opaque.map(\.key).listed)")
  }

  private func note(_ title: String, _ lines: [String], in paragraphs: inout [String]) {
    if !lines.isEmpty { paragraphs.append(([title] + lines.cut.map { "  " + $0 }).joined(separator: "\n")) }
  }
}

extension GraphFinding: CustomStringConvertible {
  /// The rule, the problem, its details and a remedy.
  public var description: String { lines.joined(separator: "\n").bounded }

  fileprivate var lines: [String] { ["\(rule.rawValue): \(headline)"] + details + ["Remedy: \(remedy)"] }
}
