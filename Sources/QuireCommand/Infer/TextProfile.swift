import Foundation
import QuireShared

/// Figures about the texts of a field: which other types all of them could have, and how they repeat.
struct TextProfile {
    /// What all texts so far could be. A form that one text does not have is not tested again.
    struct Forms: OptionSet {
        let rawValue: UInt32
        static let integer = Forms(rawValue: 1)
        static let boolean = Forms(rawValue: 1 << 1)
        static let zeroOne = Forms(rawValue: 1 << 2)
        static let date = Forms(rawValue: 1 << 3)
        static let day = Forms(rawValue: 1 << 4)
        static let url = Forms(rawValue: 1 << 5)
        static let color = Forms(rawValue: 1 << 6)
        /// Two numbers of degrees, with the latitude first.
        static let point = Forms(rawValue: 1 << 7)
        /// Two numbers of degrees, with the longitude first.
        static let reversedPoint = Forms(rawValue: 1 << 8)
        static let container = Forms(rawValue: 1 << 9)
        static let code = Forms(rawValue: 1 << 10)
        /// Forms of texts with no word for "no value".
        static let complete: Forms = [.url, .color, .point, .reversedPoint, .container]
        static let all: Forms = [.integer, .boolean, .zeroOne, .date, .day, .complete, .code]
    }

    private(set) var count = 0
    /// Texts that stand for no value among numbers, dates and booleans, with the empty ones.
    private(set) var blanks = 0
    private(set) var empties = 0
    /// Cells with spaces around their text.
    private(set) var padded = 0
    private(set) var numbers = NumberForms()
    private(set) var forms = Forms.all
    private(set) var distinct = DistinctTexts()
    private(set) var markup = 0
    private(set) var withNewline = 0
    private(set) var words = 0
    private(set) var length = 0
    private(set) var longest = 0
    private(set) var levels = 0
    private(set) var dates = DateTexts()
    private(set) var americanDates = 0
    private(set) var endings: [MediaKind: Int] = [:]
    private(set) var separators = ListSeparator()
    /// The smallest and the greatest number of epoch-like integers.
    private(set) var range: ClosedRange<Int64>?

    /// The texts that hold a value of another type.
    var values: Int { count - blanks }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - isCell: Whether it is a cell, which may spell numbers and lists.
    mutating func add(_ text: String, isCell: Bool, _ mark: DecimalMark) {
        count += 1
        let trimmed = isCell ? CellText.trimmed(text) : text
        if trimmed.utf8.count != text.utf8.count { padded += 1 }
        distinct.add(trimmed)
        let size = text.utf8.count
        length += size
        longest = max(longest, size)
        words += 1 + text.utf8.count { $0 == 0x20 }
        if text.utf8.contains(0x0A) { withNewline += 1 }
        if text.utf8.contains(UInt8(ascii: "<")), TextForms.hasMarkup(text) { markup += 1 }
        if text.contains(" > ") { levels += 1 }
        if isCell ? CellText.isEmpty(text) : text.isEmpty {
            empties += 1
            blanks += 1
        } else if isCell, CellText.isBlank(text) {
            blanks += 1
            forms.subtract(.complete)
        } else {
            if isCell { test(cell: trimmed, mark) }
            test(trimmed)
        }
    }

    private mutating func test(cell text: String, _ mark: DecimalMark) {
        separators.add(text)
        numbers.add(text, mark)
        if forms.contains(.integer) {
            if let integer = CellText.integer(text) {
                range =
                    min(range?.lowerBound ?? integer, integer)...max(range?.upperBound ?? integer, integer)
                if integer != 0, integer != 1 { forms.remove(.zeroOne) }
            } else {
                forms.subtract([.integer, .zeroOne])
            }
        }
        if forms.contains(.boolean), CellText.boolean(text) == nil { forms.remove(.boolean) }
        if forms.contains(.container), ValueConversion.container(text) == nil { forms.remove(.container) }
        if forms.contains(.point), CellText.point(text, .latitudeFirst) == nil { forms.remove(.point) }
        if forms.contains(.reversedPoint), CellText.point(text, .longitudeFirst) == nil {
            forms.remove(.reversedPoint)
        }
    }

    private mutating func test(_ text: String) {
        if forms.contains(.date) {
            switch DateText.read(text) {
            case .day(let day): dates.add(text, day: day)
            case .moment(let moment, let hasZone):
                forms.remove(.day)
                dates.add(text, moment: moment, hasZone: hasZone)
            case nil: forms.subtract([.date, .day])
            }
            if !dates.areDistinct { forms.subtract([.date, .day]) }
        }
        if TextForms.isAmericanDate(text) { americanDates += 1 }
        if forms.contains(.url) {
            if TextForms.isURL(text) {
                endings[MediaKind(url: text), default: 0] += 1
            } else {
                forms.remove(.url)
            }
        }
        if forms.contains(.color), !TextForms.isColor(text) { forms.remove(.color) }
        if forms.contains(.code), !TextForms.isCode(text) { forms.remove(.code) }
    }
}

/// The distinct texts of a field, up to a limit.
struct DistinctTexts {
    static let most = 2_000
    private(set) var counts: [String: Int] = [:]
    /// Whether there are more than the limit.
    private(set) var isOverflowing = false
    /// Whether two texts differ only in their Unicode normalization.
    private(set) var hasTwins = false

    var count: Int { counts.count }

    mutating func add(_ text: String) {
        if isOverflowing { return }
        if let index = counts.index(forKey: text) {
            if !text.utf8.elementsEqual(counts.keys[index].utf8) { hasTwins = true }
            counts.values[index] += 1
            return
        }
        if counts.count == Self.most || text.utf8.count > 200 {
            isOverflowing = true
            return
        }
        counts[text] = 1
    }

    /// The texts in the order of their UTF-8 bytes, so that the same data gives the same schema.
    var sorted: [String] {
        counts.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

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
        let hash = StableHash(text).value
        let oldHash = texts.updateValue(hash, forKey: StableHash(key).value)
        if let oldHash, oldHash != hash, equal == nil { equal = (text, key) }
    }
}
