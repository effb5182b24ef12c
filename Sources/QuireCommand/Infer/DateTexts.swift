/// Figures about the texts of a field as long as all of them are dates.
struct DateTexts {
    private(set) var days = 0
    private(set) var unzoned = 0
    /// A text that the value writes in another form, with that form.
    private(set) var rewritten: (text: String, value: String)?
    /// A time with more digits than milliseconds have.
    private(set) var rounded: String?
    /// A text with the value of another one, and that value.
    private(set) var equal: (text: String, value: String)?
    /// The hash of the text that each value was read from.
    private var texts: [UInt64: UInt64] = [:]

    /// Whether no two different texts are one date.
    var areDistinct: Bool { equal == nil }

    mutating func add(_ text: String, day: String) {
        days += 1
        add(text, value: day, key: day + "T00:00:00Z")
    }

    mutating func add(_ text: String, moment: String, hasZone: Bool) {
        if !hasZone { unzoned += 1 }
        var key = moment
        if let point = moment.firstIndex(of: ".") {
            let digits = moment[moment.index(after: point)...].prefix { $0.isNumber }
            if digits.count > 3 {
                rounded = rounded ?? text
                key = String(moment[...point] + digits.prefix(3) + moment[digits.endIndex...])
            }
        }
        add(text, value: moment, key: key)
    }

    private mutating func add(_ text: String, value: String, key: String) {
        if rewritten == nil, text != value { rewritten = (text, value) }
        let hash = IDProfile.hash(text)
        let oldHash = texts.updateValue(hash, forKey: IDProfile.hash(key))
        if let oldHash, oldHash != hash, equal == nil { equal = (text, key) }
    }
}
