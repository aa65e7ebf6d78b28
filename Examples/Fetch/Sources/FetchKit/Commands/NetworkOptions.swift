import ArgumentParser
import Nexus

/// The options of all commands that use the network: both a group of parsed options and a module.
struct NetworkOptions: ParsableArguments, Module {
  enum Client: String, CaseIterable, ExpressibleByArgument {
    case direct, cached
  }

  @Option(help: "The source of pages: the network, or a cache in front of it.") var client = Client.direct
  @Option(help: "How to retry after a failure.") var retry = Patience.patient

  /// Registers the downloader with the client and the retry policy that the options name.
  func register(in container: Container) throws {
    try container.register(
      initializer: Downloader.init, with: .named(client.rawValue), .keyed(retry), .auto)
  }
}

extension Patience: ExpressibleByArgument {}
