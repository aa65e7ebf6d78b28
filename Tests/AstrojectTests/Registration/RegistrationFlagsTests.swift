import Testing

@testable import Astroject

struct RegistrationFlagsTests {
  private static let all = (0..<64).compactMap(RegistrationFlags.Flag.init)

  private func isOn(_ flag: RegistrationFlags.Flag, among flags: RegistrationFlags) -> [Bool] {
    RegistrationFlagsTests.all.filter { $0 != flag }.map { flags[$0] }
  }

  @Test func `setting a registration flag changes neither another flag nor the scope nor the kind of the recipe`() {
    for kind in (0..<16).compactMap(RecipeKind.init) {
      for isObserved in [false, true] {
        var flags = RegistrationFlags(.weak, kind)
        flags[.isWatched] = isObserved
        #expect(flags[.isOverridable] && !flags[.isContribution])
        for flag in RegistrationFlagsTests.all {
          var changed = flags
          changed[flag].toggle()
          #expect(changed[flag] != flags[flag])
          #expect(isOn(flag, among: changed) == isOn(flag, among: flags))
          for same in [changed, changed.unused] { #expect(same.kind == kind && same.lifetime == .weak) }
          changed[flag].toggle()
          #expect(changed.word == flags.word)
        }
      }
    }
  }

  @Test func `the flags of a registration that has cached nothing are those that registering sets`() {
    let ofUse: [RegistrationFlags.Flag] = [
      .hasKept, .isSpoiled, .wasAsked, .mayBePublished, .isKeptElsewhere, .isDecorated, .isReleased,
    ]
    var flags = RegistrationFlags(.singleton, .leaf)
    for flag in RegistrationFlagsTests.all { flags[flag] = true }
    for flag in RegistrationFlagsTests.all { #expect(flags.unused[flag] == !ofUse.contains(flag)) }
  }

  @Test func `a change that is taken back leaves what is known of forwardings, of conformances and of a release`() {
    let old = RegistrationFlags(.singleton, .leaf)
    for flag in [RegistrationFlags.Flag.hasForwardings, .isConfined, .isReleased] {
      var flags = RegistrationFlags(.scoped, .leaf)
      flags[flag] = true
      #expect(flags.changed(backTo: old)[flag] && flags.changed(backTo: old).lifetime == .singleton)
    }
  }

  @Test func `the flags of a registration fit in a word of 32 bits`() {
    var flags = RegistrationFlags(.forwarded, .forwarding)
    for flag in RegistrationFlagsTests.all { flags[flag] = true }
    flags.ifRegistered = .fail
    #expect(flags.word <= UInt(UInt32.max))
    #expect(flags.lifetime == .forwarded && flags.kind == .forwarding)
    #expect(flags.ifRegistered == .fail)
  }
}
