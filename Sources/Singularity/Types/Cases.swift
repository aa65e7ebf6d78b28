/// The values of an enumeration that a file writes by raw values.
enum Cases {
  /// The values as JSON writes them; none for a type that is no such enumeration.
  static func words(of type: Any.Type) -> [String] {
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return [] }
    return words(ofCases: type)
  }

  private static func words<Value: CaseIterable & RawRepresentable>(ofCases type: Value.Type) -> [String] {
    type.allCases.map { value in
      (value.rawValue as? String)?.debugDescription ?? "\(value.rawValue)"
    }
  }

  /// The raw values, if they are strings.
  static func strings<Value: CaseIterable & RawRepresentable>(of type: Value.Type) -> [String]? {
    Value.RawValue.self == String.self ? type.allCases.compactMap { $0.rawValue as? String } : nil
  }
}
