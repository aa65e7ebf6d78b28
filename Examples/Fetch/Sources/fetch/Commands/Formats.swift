import ArgumentParser

struct Formats: ServiceCommand {
  static let configuration = CommandConfiguration(abstract: "Lists the formats that `get` can print.")

  func run(_ service: FormatsService) { service.list() }
}
