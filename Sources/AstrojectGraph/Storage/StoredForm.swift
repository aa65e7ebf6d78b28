/// The version of the form in which graphs and reports are stored.
///
/// It is raised when a stored value cannot be read by the code of the version before.
package enum StoredForm {
  package static let version = 1

  private enum CodingKeys: CodingKey { case version }

  /// Writes the version beside the properties of a value.
  static func writeVersion(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
  }

  /// Refuses a value that a later version has written.
  static func checkVersion(in decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let found = try container.decode(Int.self, forKey: .version)
    guard (1...version).contains(found) else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription: "Version \(found) of a stored graph cannot be read: this library reads version \(version). "
          + "Update the library, or store the graph anew.")
    }
  }
}
