import AstrojectTesting

// Nothing uses these types. An optimized build drops the records of private values that conform in their declarations.
// The types are in this module, because tests are not optimized.

private struct KeptStruct {}

extension KeptStruct: Injectable {}

private struct UnusedStruct: Injectable {}

private enum UnusedEnum: Injectable {
  case only

  init() { self = .only }
}
