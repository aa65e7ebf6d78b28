import Nexus

/// A command that uses the network and has the options for it.
protocol NetworkCommand: ServiceCommand {
  var network: NetworkOptions { get }
}

extension NetworkCommand {
  func configure(_ container: Container) throws { try container.register(module: network) }
}
