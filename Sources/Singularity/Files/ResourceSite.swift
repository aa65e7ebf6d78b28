/// A value of a file, which a finding or a registration refers to.
struct ResourceSite {
  let file: ResourceFile
  /// The index of the value in the outline.
  let value: Int

  /// The place at which the value begins; in a binary property list only the file, with line 0.
  var location: CodeLocation { file.location(file.outline.place(of: value)) ?? CodeLocation(file: file.name, line: 0) }

  /// The path and place in words, such as `registrations[1] at services.json:12:5`.
  var words: String { "\(file.outline.path(of: value)) at \(location)" }
}
