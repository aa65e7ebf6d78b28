import Testing

@testable import Astroject

@Suite("Flags of a registration")
struct RegistrationFlagsTests {
  private static var all: [WritableKeyPath<RegistrationFlags, Bool>] {
    [
      \.hasHooks, \.isEager, \.hasKept, \.isSpoiled, \.hasForwardings, \.isScopeChosen, \.isDeclared, \.hasOpaqueHooks,
      \.isInstance, \.isKeptElsewhere, \.wasAsked, \.mayBePublished, \.isDecorated, \.isReleased, \.hasReleaseHooks,
      \.isConfined, \.isMainActorLeaf,
    ]
  }

  private func isOn(_ flag: WritableKeyPath<RegistrationFlags, Bool>, among flags: RegistrationFlags) -> [Bool] {
    RegistrationFlagsTests.all.filter { $0 != flag }.map { flags[keyPath: $0] }
  }

  @Test func `setting a registration flag changes neither another flag nor the kind of the recipe`() {
    for kind in (0..<16).compactMap(RecipeKind.init) {
      for isObserved in [false, true] {
        let flags = RegistrationFlags(
          lifetime: .weak, isOverridable: true, isContribution: false, kind: kind, isObserved: isObserved)
        for flag in RegistrationFlagsTests.all {
          var changed = flags
          changed[keyPath: flag] = true
          #expect(changed[keyPath: flag])
          #expect(isOn(flag, among: changed) == isOn(flag, among: flags))
          for same in [changed, changed.unused] {
            #expect(same.kind == kind && same.isObserved == flags.isObserved && same.lifetime == .weak)
            #expect(same.isOverridable && !same.isContribution)
          }
          changed[keyPath: flag] = false
          #expect(changed.word == flags.word)
        }
      }
    }
  }

  @Test func `the flags of a registration fit in a word of 32 bits`() {
    var flags = RegistrationFlags(
      lifetime: .forwarded, isOverridable: true, isContribution: true, kind: .forwarding, isObserved: true,
      ifRegistered: .fail, role: .composite)
    for flag in RegistrationFlagsTests.all { flags[keyPath: flag] = true }
    #expect(flags.word <= UInt(UInt32.max))
    #expect(flags.lifetime == .forwarded && flags.kind == .forwarding)
    #expect(flags.ifRegistered == .fail && flags.role == .composite)
  }
}
