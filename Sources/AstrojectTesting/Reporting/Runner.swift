import Foundation

/// The test runner that must hear of a failure.
///
/// Each of the two libraries silently ignores failures while the other one runs, so the right one must be told.
enum Runner: Sendable {
  case swiftTesting
  case xctest
  /// An unknown runner in a process that both share; both are told.
  case either
  /// No runner: this is no test.
  case none

  /// The runner of the case that a trait or a ``ContainerTestCase`` runs.
  @TaskLocal static var known: Runner?

  static var current: Runner {
    if Reporter.isInSwiftTesting { return .swiftTesting }
    return known ?? ofProcess
  }

  /// The runner according to the process, which is the only source in a detached task or a separate thread.
  private static let ofProcess = Runner(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment,
    isSharedByBoth: isSharedByBoth)

  /// True if one process may run both libraries: in Xcode it may, but SwiftPM gives each its own process.
  private static var isSharedByBoth: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }

  init(arguments: [String], environment: [String: String], isSharedByBoth: Bool) {
    if let library = Runner.library(in: arguments) {
      self = library == "swift-testing" ? .swiftTesting : .xctest
    } else if Runner.isTest(arguments: arguments, environment: environment) {
      self = isSharedByBoth ? .either : .xctest
    } else {
      self = .none
    }
  }

  /// Returns the argument of SwiftPM's option `--testing-library`.
  private static func library(in arguments: [String]) -> String? {
    let option = "--testing-library"
    if let joined = arguments.last(where: { $0.hasPrefix(option + "=") }) {
      return String(joined.dropFirst(option.count + 1))
    }
    return arguments.lastIndex(of: option).flatMap { index in
      index + 1 < arguments.count ? arguments[index + 1] : nil
    }
  }

  private static func isTest(arguments: [String], environment: [String: String]) -> Bool {
    let program = arguments.first?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    return program == "xctest" || program.hasSuffix(".xctest")
      || ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"].contains {
        environment[$0] != nil
      }
  }
}
