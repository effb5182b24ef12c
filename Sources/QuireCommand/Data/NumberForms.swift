import QuireCore

/// The forms in which the cells of a column write numbers. The column holds numbers if one form writes each of them as
/// its cell does, so that no digit is lost and no two different cells become one number.
struct NumberForms {
    /// A reason why a column of digits holds texts.
    enum Doubt {
        case leadingZero, leadingPoint, sign, exponent, groups, precision, trailingZero, mixedFractions

        /// The reason for the report.
        func text(_ example: String) -> String {
            switch self {
            case .leadingZero: "'\(example)' would lose its zeros"
            case .leadingPoint: "'\(example)' has no digit before its decimals"
            case .sign: "'\(example)' would lose its sign"
            case .exponent: "'\(example)' may be a code"
            case .groups: "the mark in '\(example)' may separate thousands or decimals"
            case .precision: "'\(example)' has more digits than a number keeps"
            case .trailingZero: "'\(example)' would lose its last zero"
            case .mixedFractions: "'\(example)' would look as a whole number does"
            }
        }
    }

    private(set) var count = 0
    /// The first reason against numbers, with its cell.
    private var firstDoubt: (Doubt, example: String)?
    private var isOther = false
    private var hasWhole = false
    private var wholeFraction: String?
    private var decimals: ClosedRange<Int>?
    private var trailingZero: String?
    private var onlyPointZero = true
    /// Whether every number with a fraction is `1.0`, `2.0`, …
    private var isFractionZero = true
    /// The greatest magnitude.
    private(set) var largest = 0.0

    mutating func add(_ cell: String, _ mark: DecimalMark) {
        if isOther { return }
        guard let token = CellText.number(cell, mark) else {
            guard let doubt = Self.doubt(of: cell) else {
                isOther = true
                return
            }
            count += 1
            return note(doubt, cell)
        }
        count += 1
        largest = max(largest, Double(token).map(abs) ?? .infinity)
        let digits = cell.utf8.drop { $0 == UInt8(ascii: "-") }
        if digits.count < 16, digits.allSatisfy({ 0x30...0x39 ~= $0 }) {
            hasWhole = true
            if token == "-0" { note(.sign, cell) }
            return
        }
        guard let decimal = ExactDecimal(token) else { return note(.precision, cell) }
        if decimal.digits.isEmpty, decimal.isNegative { note(.sign, cell) }
        if token.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
            if Double(token)?.description != cell { note(.exponent, cell) }
            return
        }
        if !decimal.isExactAsDouble { note(.precision, cell) }
        if !(0x30...0x39 ~= digits.first ?? 0) { note(.leadingPoint, cell) }
        guard let point = token.utf8.firstIndex(of: UInt8(ascii: ".")) else {
            hasWhole = true
            return
        }
        let fraction = token.utf8[token.utf8.index(after: point)...]
        decimals =
            min(
                decimals?.lowerBound ?? fraction.count, fraction.count)...max(
                decimals?.upperBound ?? fraction.count, fraction.count)
        let isZero = fraction.count == 1 && fraction.first == 0x30
        if !isZero { isFractionZero = false }
        if decimal.isWhole, wholeFraction == nil { wholeFraction = cell }
        if fraction.last == 0x30 {
            if !isZero, onlyPointZero {
                onlyPointZero = false
                trailingZero = cell
            } else if trailingZero == nil {
                trailingZero = cell
            }
        }
    }

    private mutating func note(_ doubt: Doubt, _ cell: String) {
        if firstDoubt == nil { firstDoubt = (doubt, cell) }
    }

    /// Whether all cells so far look like numbers.
    var looksNumeric: Bool { !isOther && count > 0 }

    /// The reason why the cells are no numbers although they look like it, with a cell.
    var doubt: (Doubt, example: String)? {
        guard looksNumeric else { return nil }
        if let firstDoubt { return firstDoubt }
        guard let trailingZero, let decimals else { return nil }
        if hasWhole, let wholeFraction { return (.mixedFractions, wholeFraction) }
        // The same number of decimals in all cells, or the form of languages that write 1 as 1.0.
        return decimals.count == 1 || onlyPointZero ? nil : (.trailingZero, trailingZero)
    }

    var isNumber: Bool { looksNumeric && doubt == nil }

    /// Whether the cells are numbers under a name that rules out codes, so that zeros at the end mean nothing.
    var areDegrees: Bool {
        switch doubt?.0 {
        case nil: looksNumeric
        case .trailingZero?, .mixedFractions?: true
        default: false
        }
    }

    /// Whether the cells are whole numbers that a program wrote with a fraction: `1.0`, `2.0`.
    var areFloatingIntegers: Bool { isNumber && decimals != nil && isFractionZero && !hasWhole }

    /// How numbers are written, if a plain number is not.
    var style: String? {
        guard isNumber, let trailingZero, let decimals else { return nil }
        return decimals.count == 1
            ? "written with \(decimals.lowerBound == 1 ? "1 decimal" : "\(decimals.lowerBound) decimals"), as \(trailingZero)"
            : "whole numbers are written as \(trailingZero)"
    }

    private static func doubt(of cell: String) -> Doubt? {
        var rest = cell.utf8[...]
        let sign = rest.first
        if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let unsigned = String(Substring(rest))
        if CellText.isGrouped(unsigned) { return .groups }
        guard let first = rest.first, 0x30...0x39 ~= first || first == UInt8(ascii: ".") else { return nil }
        if first == 0x30, rest.count > 1, CellText.number("1" + unsigned, .point) != nil {
            return .leadingZero
        }
        return sign == UInt8(ascii: "+") && CellText.number(unsigned, .point) != nil ? .sign : nil
    }
}
