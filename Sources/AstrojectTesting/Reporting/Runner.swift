import Foundation

/// Who has to hear of a failure.
///
/// Each of the two libraries passes over a failure in silence while the other one runs, so the right one has to be
/// asked.
enum Runner: Sendable {
  case swiftTesting
  case xctest
  /// A test is running, and nothing tells by whom: both are asked.
  case either
  /// This is not a test at all.
  case none

  /// The runner of the case that a trait or a ``ContainerTestCase`` runs.
  @TaskLocal static var known: Runner?

  static var current: Runner {
    if Reporter.isInSwiftTesting { return .swiftTesting }
    return known ?? ofProcess
  }

  /// What the process tells: that is all there is in a detached task or a thread of one's own.
  private static let ofProcess = Runner(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment,
    isSharedByBoth: isSharedByBoth)

  /// SwiftPM gives each runner a process of its own. Xcode lets both run in one.
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

  /// What SwiftPM says behind `--testing-library`.
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
