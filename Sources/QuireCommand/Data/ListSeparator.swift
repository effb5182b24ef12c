/// Finds the character that separates the elements of lists in the cells of a column.
struct ListSeparator: Sendable {
    private var counts: [UInt8: Int] = [:]
    /// The number of cells that are JSON arrays.
    private(set) var arrays = 0
    private(set) var cells = 0
    /// How cells write their lists: `a;b`, `a; b`, or so that a list does not give the cell back, as `a;;b`.
    private var tight: [UInt8: Int] = [:]
    private var spaced: [UInt8: Int] = [:]
    private var firstOther: [UInt8: String] = [:]

    static let candidates = [UInt8(ascii: "|"), UInt8(ascii: ";"), UInt8(ascii: ",")]

    mutating func add(_ cell: String) {
        cells += 1
        if cell.utf8.first == UInt8(ascii: "["), cell.utf8.last == UInt8(ascii: "]") { arrays += 1 }
        for candidate in Self.candidates where cell.utf8.contains(candidate) {
            counts[candidate, default: 0] += 1
            let mark = String(UnicodeScalar(candidate))
            let elements = Self.elements(of: cell, separator: candidate)
            if elements.joined(separator: mark) == cell {
                tight[candidate, default: 0] += 1
            } else if elements.joined(separator: mark + " ") == cell {
                spaced[candidate, default: 0] += 1
            } else if firstOther[candidate] == nil {
                firstOther[candidate] = cell
            }
        }
    }

    /// A cell that its list does not give back.
    func irregularCell(_ separator: UInt8) -> String? { firstOther[separator] }

    /// Whether some lists have spaces after the separator, and others none.
    func hasMixedSpaces(_ separator: UInt8) -> Bool { tight[separator] != nil && spaced[separator] != nil }

    func count(_ separator: UInt8) -> Int { counts[separator] ?? 0 }

    /// The separator that most cells contain; of equally frequent ones the rarest in prose.
    var separator: UInt8? {
        var best: UInt8?
        for candidate in Self.candidates where count(candidate) > (best.map(count) ?? 0) { best = candidate }
        return best
    }

    /// The elements of a cell, without spaces around them. Empty elements are dropped.
    static func elements(of cell: String, separator: UInt8?) -> [String] {
        guard let separator else { return [CellText.trimmed(cell)].filter { !$0.isEmpty } }
        return cell.utf8.split(separator: separator).map { CellText.trimmed(String(Substring($0))) }
            .filter { !$0.isEmpty }
    }
}
