import ArgumentParser

struct Formats: ServiceCommand {
  static let configuration = CommandConfiguration(abstract: "Lists the formats that `get` prints.")

  func run(_ service: FormatsService) { service.list() }
}
