/// Lists the formats.
struct FormatsService {
  let formatters: Formatters
  let output: any Output

  func list() {
    for formatter in formatters.all {
      let types = formatter.contentTypes.map { $0.isEmpty ? "anything" : $0.hasSuffix("/") ? $0 + "*" : $0 }
      output.write(formatter.name + ": " + types.joined(separator: ", "))
    }
  }
}
