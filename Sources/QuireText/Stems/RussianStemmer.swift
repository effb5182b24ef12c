/// The Russian stemmer of Snowball.
///
/// It writes `ё` as `е`, as the analyzer does. The `й` is a letter of its own for both.
enum RussianStemmer {
    static func stem(_ word: String) -> String {
        var word = StemmedWord(word)
        word.replaceAll(plain)
        word.markRegions(vowels)
        word.verbRegion = word.past(0, vowels.contains) ?? word.count
        removeInflection(&word)
        word.drop("и", in: word.verbRegion)
        if let ending = word.ending(abstractions, from: word.verbRegion), word.isIn(word.region2, ending) {
            word.drop(ending)
        }
        removeRest(&word)
        return word.text
    }

    private static let vowels = Set("аеиоуыэюя".unicodeScalars)
    private static let plain = StemmedWord.pairs("ё=е")

    // MARK: - Steps

    /// Removes the longest ending. One of the first group must follow an `а` or `я`. Returns whether it did.
    @discardableResult
    private static func remove(_ endings: Endings, from word: inout StemmedWord) -> Bool {
        guard let ending = word.ending(endings, from: word.verbRegion) else { return false }
        if ending.group == 0 {
            guard word.count - ending.count > word.verbRegion else { return false }
            guard let before = word.last(ending.count), before == "а" || before == "я" else { return false }
        }
        word.drop(ending)
        return true
    }

    private static let gerunds = Endings("в вши вшись", "ив ивши ившись ыв ывши ывшись")
    private static let reflexives = Endings("", "ся сь")
    private static let adjectives = Endings(
        "",
        """
        ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею
        """)
    private static let participles = Endings("ем нн вш ющ щ", "ивш ывш ующ")
    private static let verbs = Endings(
        "ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно",
        """
        ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю
        """)
    private static let nouns = Endings(
        "",
        """
        а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я
        """)

    private static func removeInflection(_ word: inout StemmedWord) {
        if remove(gerunds, from: &word) { return }
        remove(reflexives, from: &word)
        if remove(adjectives, from: &word) {
            remove(participles, from: &word)
        } else if !remove(verbs, from: &word) {
            remove(nouns, from: &word)
        }
    }

    private static let abstractions = Endings("ост ость")
    private static let superlatives = Endings("ейш ейше")

    private static func removeRest(_ word: inout StemmedWord) {
        let start = word.verbRegion
        if let ending = word.ending(superlatives, from: start) {
            word.drop(ending)
        } else if word.drop("ь", in: start) {
            return
        }
        if word.hasEnding("нн"), word.count - 2 >= start { word.drop(1) }
    }
}
