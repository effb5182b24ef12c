/// The suffixes of Spanish, Italian and Portuguese that make nouns, adjectives and adverbs of other words.
struct RomanceSuffixes: Sendable {
    private let endings: Endings
    private let beforeAmente: Endings
    private let beforeMente: Endings
    private let hasIcBeforeAction: Bool
    private let hasIcBeforeAt: Bool

    /// - Parameters:
    ///   - groups: Simple suffixes, those like "-ation", those with a replacement, "-amente", "-mente", "-idad", "-ivo",
    ///     and those that also verbs have.
    ///   - beforeAmente: What may precede "-amente": first "-iv".
    ///   - hasIcBeforeAction: Whether "-ic" before a suffix like "-ation" is removed with it.
    ///   - hasIcBeforeAt: Whether "-ic" before "-ativo" is removed with it.
    init(
        _ groups: [String], beforeAmente: Endings, beforeMente: Endings = Endings(),
        hasIcBeforeAction: Bool = false, hasIcBeforeAt: Bool = false
    ) {
        endings = Endings(groups)
        self.beforeAmente = beforeAmente
        self.beforeMente = beforeMente
        self.hasIcBeforeAction = hasIcBeforeAction
        self.hasIcBeforeAt = hasIcBeforeAt
    }

    private static let beforeIdad = Endings("abil ic iv")

    /// Removes or replaces the longest suffix. Returns whether it did.
    func remove(from word: inout StemmedWord) -> Bool {
        guard let ending = word.ending(endings) else { return false }
        let region = ending.group == 3 ? word.region1 : ending.group == 7 ? word.verbRegion : word.region2
        guard word.isIn(region, ending) else { return false }
        word.replace(ending)
        switch ending.group {
        case 1: if hasIcBeforeAction { word.drop("ic", in: word.region2) }
        case 3:
            if let before = word.ending(beforeAmente), word.drop(before, in: word.region2), before.group == 0
            {
                word.drop("at", in: word.region2)
            }
        case 4: word.drop(word.ending(beforeMente), in: word.region2)
        case 5: word.drop(word.ending(Self.beforeIdad), in: word.region2)
        case 6: if word.drop("at", in: word.region2), hasIcBeforeAt { word.drop("ic", in: word.region2) }
        default: break
        }
        return true
    }
}
