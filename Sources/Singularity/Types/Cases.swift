/// The cases of an enumeration, which a file writes by their raw values.
enum Cases {
  /// The raw values as JSON writes them; empty for a type without cases or raw values.
  static func words(of type: Any.Type) -> [String] {
    guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return [] }
    return words(ofCases: type)
  }

  private static func words<Value: CaseIterable & RawRepresentable>(ofCases type: Value.Type) -> [String] {
    type.allCases.map { value in
      (value.rawValue as? String)?.quoted ?? "\(value.rawValue)"
    }
  }

  /// The raw values; nil if they are not strings.
  static func strings<Value: CaseIterable & RawRepresentable>(of type: Value.Type) -> [String]? {
    Value.RawValue.self == String.self ? type.allCases.compactMap { $0.rawValue as? String } : nil
  }
}
