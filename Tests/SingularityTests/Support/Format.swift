import AstrojectTesting
import Foundation
import Singularity
import Testing

/// A file format into which a test converts its JSON.
enum Format: CaseIterable, CustomStringConvertible {
  case json, xml, binary

  var description: String {
    switch self {
    case .json: "JSON"
    case .xml: "a property list in XML"
    case .binary: "a binary property list"
    }
  }

  var hasLines: Bool { self != .binary }

  /// Registers JSON in this format, from a file named `services`.
  func register(_ json: String, in container: Container) throws { try register(data(of: json), in: container) }

  /// Registers data of this format, from a file named `services`.
  func register(_ data: Data, in container: Container) throws {
    switch self {
    case .json: try container.register(json: data, named: "services.json")
    case .xml, .binary: try container.register(propertyList: data, named: "services.plist")
    }
  }

  /// Returns JSON in this format: the same bytes each time.
  func data(of json: String) throws -> Data {
    let data = Data(json.utf8)
    if self == .json { return data }
    let value = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    return self == .xml ? Data("<plist>\n\(xml(value, indent: ""))</plist>\n".utf8) : BinaryList.of(value)
  }

  private func xml(_ value: Any, indent: String) -> String {
    let inner = indent + "  "
    func escaped(_ text: String) -> String { text.replacing("&", with: "&amp;").replacing("<", with: "&lt;") }
    switch value {
    case let fields as [String: Any]:
      let members = fields.sorted { $0.key < $1.key }
        .map { "\(inner)<key>\(escaped($0))</key>\n\(xml($1, indent: inner))" }
      return "\(indent)<dict>\n\(members.joined())\(indent)</dict>\n"
    case let elements as [Any]:
      return "\(indent)<array>\n\(elements.map { xml($0, indent: inner) }.joined())\(indent)</array>\n"
    case let text as String: return "\(indent)<string>\(escaped(text))</string>\n"
    case let number as NSNumber where number.isBoolean: return "\(indent)<\(number.boolValue)/>\n"
    case let number as NSNumber where number.isInteger: return "\(indent)<integer>\(number)</integer>\n"
    default: return "\(indent)<real>\(value)</real>\n"
    }
  }
}

extension NSNumber {
  var isBoolean: Bool {
    self === NSNumber(value: true) || self === NSNumber(value: false) || String(cString: objCType) == "c"
  }
  var isInteger: Bool { "\(self)".allSatisfy { $0.isNumber || $0 == "-" } }
}

extension Container {
  /// Registers JSON of a file `services.json`.
  func register(_ json: String) throws { try Format.json.register(json, in: self) }
}

/// Returns a file with entries of `registrations`, whose types are in this module.
func file(_ entries: String) -> String { #"{ "modules": ["SingularityTests"], "registrations": [\#(entries)] }"# }

/// Returns the findings for JSON, and expects that the container has not changed.
func findings(
  _ json: String, in container: Container = Container(), as format: Format = .json,
  sourceLocation: SourceLocation = #_sourceLocation
) -> [ResourceFinding] {
  findings(in: container, sourceLocation: sourceLocation) { try format.register(json, in: container) }
}

/// Returns the findings for a resource that a closure registers, and expects that the container has not changed.
func findings(
  in container: Container, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> [ResourceFinding] {
  let before = container.graph.description
  let error = #expect(throws: ResourceError.self, sourceLocation: sourceLocation) { try body() }
  #expect(container.graph.description == before, "The container has changed.", sourceLocation: sourceLocation)
  return error?.findings ?? []
}

extension ResourceFinding {
  /// The rule, the path and the place: `unknown-type registrations[0].type 3:15`.
  var summary: String {
    let place = location.flatMap { location in location.column.map { " \(location.line):\($0)" } } ?? ""
    return "\(rule)\(path.isEmpty ? "" : " \(path)")\(place)"
  }
}
