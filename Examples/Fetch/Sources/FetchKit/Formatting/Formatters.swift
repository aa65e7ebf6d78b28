/// All formatters that modules have contributed.
struct Formatters {
  let all: [any BodyFormatter]

  func named(_ name: String) throws -> any BodyFormatter {
    guard let formatter = all.first(where: { $0.name == name }) else {
      throw Failure("There is no format named \(name). The formats are: \(all.map(\.name).joined(separator: ", ")).")
    }
    return formatter
  }

  /// Returns the formatter with the longest matching prefix; of several, the one that was contributed last.
  func fitting(_ contentType: String) throws -> any BodyFormatter {
    let type = contentType.lowercased()
    let fitting = all.compactMap { formatter -> (length: Int, formatter: any BodyFormatter)? in
      let lengths = formatter.contentTypes.filter { type.hasPrefix($0) }.map(\.count)
      return lengths.max().map { ($0, formatter) }
    }
    guard let best = fitting.reversed().max(by: { $0.length < $1.length }) else {
      throw Failure("There is no format for the content type \(contentType).")
    }
    return best.formatter
  }
}
