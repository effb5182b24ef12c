/// A set of Unicode scalars: ranges and general categories, possibly inverted.
struct ScalarSet: Sendable {
    /// In order and apart from each other, except in a set that is being built.
    private var ranges: [ClosedRange<UInt32>] = []
    /// A bit for each general category.
    private var categories: UInt32 = 0
    private var isInverted = false
    /// The members below 128, which most texts consist of. Includes the inversion.
    private var low: (UInt64, UInt64) = (0, 0)

    init() {}

    init(_ scalar: Unicode.Scalar) { self.init(scalar.value...scalar.value) }

    init(_ ranges: ClosedRange<UInt32>...) {
        self.ranges = ranges
        fillLow()
    }

    /// Orders and joins the ranges, so that a look-up is a binary search. Call it once a set has all its members.
    mutating func normalize() {
        var joined: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        ranges = joined
    }

    init(categories: UInt32) {
        self.categories = categories
        fillLow()
    }

    /// The only member of a set that was made from one scalar.
    var single: Unicode.Scalar? {
        guard !isInverted, categories == 0, ranges.count == 1, ranges[0].count == 1 else { return nil }
        return Unicode.Scalar(ranges[0].lowerBound)
    }

    var inverted: ScalarSet {
        var set = self
        set.isInverted.toggle()
        set.low = (~low.0, ~low.1)
        return set
    }

    mutating func formUnion(_ other: ScalarSet) {
        if other.isInverted {
            ranges += other.complement
            // The complement of categories is a set of categories, because each scalar has exactly one.
            if other.ranges.isEmpty { categories |= ~other.categories }
        } else {
            ranges += other.ranges
            categories |= other.categories
        }
        low.0 |= other.low.0
        low.1 |= other.low.1
    }

    /// The scalars outside the ranges. Empty if the set consists of categories.
    private var complement: [ClosedRange<UInt32>] {
        guard !ranges.isEmpty else { return [] }
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        result.append(next...0x10FFFF)
        return result
    }

    private mutating func fillLow() {
        for value in UInt32(0)..<128 where holds(value) {
            if value < 64 { low.0 |= 1 << UInt64(value) } else { low.1 |= 1 << UInt64(value - 64) }
        }
    }

    private func holds(_ value: UInt32) -> Bool {
        if isInRanges(value) { return true }
        guard categories != 0, let scalar = Unicode.Scalar(value) else { return false }
        return categories & ScalarCategory.bit(of: scalar) != 0
    }

    private func isInRanges(_ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = low + (high - low) / 2
            if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= value
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 64 { return low.0 >> UInt64(value) & 1 == 1 }
        if value < 128 { return low.1 >> UInt64(value - 64) & 1 == 1 }
        return holds(value) != isInverted
    }

    /// `\d`: ASCII digits, as in ECMAScript.
    static let digits = ScalarSet(0x30...0x39)
    /// `\w`: ASCII letters, digits and the underscore.
    static let wordScalars = ScalarSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    /// `\s`: white space and line terminators.
    static let whiteSpace = ScalarSet(
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF)
    /// What `.` does not match.
    static let lineTerminators = ScalarSet(0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029)
}

/// The general categories of Unicode as bits.
enum ScalarCategory {
    private static let names = [
        "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf",
        "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
    ]

    /// The bits of each category and each group of categories: `Lu`, `L`.
    static let masks: [String: UInt32] = {
        var masks: [String: UInt32] = [:]
        for (index, name) in names.enumerated() {
            masks[name] = 1 << UInt32(index)
            masks[String(name.prefix(1)), default: 0] |= 1 << UInt32(index)
        }
        return masks
    }()

    static func bit(of scalar: Unicode.Scalar) -> UInt32 {
        let index: UInt32 =
            switch scalar.properties.generalCategory {
            case .uppercaseLetter: 0
            case .lowercaseLetter: 1
            case .titlecaseLetter: 2
            case .modifierLetter: 3
            case .otherLetter: 4
            case .nonspacingMark: 5
            case .spacingMark: 6
            case .enclosingMark: 7
            case .decimalNumber: 8
            case .letterNumber: 9
            case .otherNumber: 10
            case .connectorPunctuation: 11
            case .dashPunctuation: 12
            case .openPunctuation: 13
            case .closePunctuation: 14
            case .initialPunctuation: 15
            case .finalPunctuation: 16
            case .otherPunctuation: 17
            case .mathSymbol: 18
            case .currencySymbol: 19
            case .modifierSymbol: 20
            case .otherSymbol: 21
            case .spaceSeparator: 22
            case .lineSeparator: 23
            case .paragraphSeparator: 24
            case .control: 25
            case .format: 26
            case .surrogate: 27
            case .privateUse: 28
            case .unassigned: 29
            @unknown default: 29
            }
        return 1 << index
    }
}
