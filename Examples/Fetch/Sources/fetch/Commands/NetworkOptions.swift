import ArgumentParser
import Nexus

/// What commands that use the network have in common: a module that is parsed.
struct NetworkOptions: ParsableArguments, Module {
  enum Client: String, CaseIterable, ExpressibleByArgument {
    case direct, cached
  }

  @Option(help: "Where pages come from: the network, or a folder of what was got before.") var client = Client.direct
  @Option(help: "How to try again after a failure.") var retry = Patience.patient

  /// Names the parts that the downloader of this command gets.
  func register(in container: Container) throws {
    try container.register(
      initializer: Downloader.init, with: .named(client.rawValue), .keyed(retry), .auto)
  }
}

extension Patience: ExpressibleByArgument {}
