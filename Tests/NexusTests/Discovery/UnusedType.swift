import Nexus

// An optimized build drops the record of this conformance, because nothing uses the type and it conforms in its
// declaration. The tests of resource files name it. It is in this module, because they compare lists of the types of
// their own module, which are the same in every build.
private struct UnusedType: Injectable { init() {} }
