import QuireSchema
import QuireTerminal

/// The separator of a file of cells, and whether its first line can name the columns.
struct CellLayout: Hashable {
    var separator = UInt8(ascii: ",")
    /// Whether the first line is `sep=;`, which some programs write for spreadsheets.
    var hasSeparatorLine = false
    /// The number of cells in most of the first rows.
    private(set) var usualWidth = 0
    /// The first line with that number of cells.
    private(set) var firstUsualLine = 1

    private static let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]

    /// Detects the separator: the one that most of the first rows have equally often. A comma if there is none.
    ///
    /// - Parameter isTabbed: Whether the file's name promises tabs.
    init(head: [UInt8], isTabbed: Bool = false) {
        if let declared = Self.declared(head) {
            (separator, hasSeparatorLine) = (declared, true)
            measure(Self.counts(of: declared, in: head).dropFirst())
            return
        }
        var best: (score: [Int], separator: UInt8)?
        for candidate in Self.candidates {
            let counts = Self.counts(of: candidate, in: head)
            guard let usual = Self.usual(counts), usual > 0 else { continue }
            let equal = counts.count { $0.count == usual }
            // Tabs hardly occur in texts.
            let isPromised = isTabbed && candidate == 0x09
            let score = [
                isPromised ? 1 : 0, equal == counts.count ? 1 : 0, equal * 100 / counts.count, usual,
            ]
            if best.map({ $0.score.lexicographicallyPrecedes(score) }) ?? true { best = (score, candidate) }
        }
        if let best { separator = best.separator }
        if best == nil, isTabbed { separator = 0x09 }
        measure(Self.counts(of: separator, in: head)[...])
    }

    private mutating func measure(_ counts: ArraySlice<(line: Int, count: Int)>) {
        let frequencies = Dictionary(grouping: counts, by: \.count).mapValues(\.count)
        // Of equally frequent numbers the first, unless it is that of a title.
        func rank(_ count: Int, _ frequency: Int) -> [Int] { [frequency, count == 0 ? 0 : 1, -count] }
        let ranked = frequencies.max {
            rank($0.key, $0.value).lexicographicallyPrecedes(rank($1.key, $1.value))
        }
        guard let usual = ranked?.key else { return }
        usualWidth = usual + 1
        firstUsualLine = counts.first { $0.count == usual }?.line ?? 1
    }

    /// Why a header cannot name the columns, as two sentences. `nil` if it can.
    func problem(of header: CellRows.Row, next: CellRows.Row?) -> String? {
        let width = header.cells.count
        let first = header.cells.first ?? ""
        let others = next?.cells.dropFirst() ?? []
        if first.hasPrefix("# ") || first.hasPrefix("//") {
            return
                "the first line is a comment, not the names of the columns. Remove the lines before the header"
        }
        if width > 1, !first.isEmpty, header.cells.dropFirst().allSatisfy(\.isEmpty),
            !others.allSatisfy(\.isEmpty)
        {
            return
                "the first line is a title, not the names of the columns. Remove the lines before the header"
        }
        let endsInSeparators = others.count >= width && others.dropFirst(width - 1).allSatisfy(\.isEmpty)
        guard width < usualWidth, !endsInSeparators else { return nil }
        return
            "the first line has \(Text.count(width, "cell")), most lines have \(usualWidth). The first line must name "
            + "the columns: remove the lines before line \(firstUsualLine), or put quotes around cells that contain "
            + quoted(String(decoding: [separator], as: UTF8.self))
    }

    /// Whether a header looks like values: the file may have none.
    static func looksLikeValues(_ header: [String], next: [String]) -> Bool {
        func isNumber(_ text: String) -> Bool {
            CellText.number(CellText.trimmed(text), .point) != nil
        }
        let texts = header.filter { !isNumber($0) }
        if texts.contains(where: { DateText.read($0) != nil || $0.contains("://") || $0.contains("@") }) {
            return true
        }
        // Years and the numbers of columns are names, too.
        guard let first = header.first, let below = next.first, !texts.isEmpty || header.count == 1 else {
            return false
        }
        return isNumber(first) && isNumber(below)
    }

    /// The separator that a line `sep=;` declares.
    private static func declared(_ head: [UInt8]) -> UInt8? {
        var line = head.prefix { $0 != 0x0A && $0 != 0x0D }.filter { $0 != UInt8(ascii: "\"") }
        while line.last == 0x20 { line.removeLast() }
        guard line.prefix(4).map({ $0 | 0x20 }) == Array("sep=".utf8).map({ $0 | 0x20 }) else { return nil }
        if line.dropFirst(4).elementsEqual("\\t".utf8) { return 0x09 }
        guard line.count == 5, let byte = line.last, byte < 0x80, byte != UInt8(ascii: "\"") else {
            return nil
        }
        return byte
    }

    /// The number of separators in most of the rows that have any; the first of equally frequent numbers.
    private static func usual(_ counts: [(line: Int, count: Int)]) -> Int? {
        var frequencies: [Int: Int] = [:]
        for (_, count) in counts where count > 0 { frequencies[count, default: 0] += 1 }
        let most = frequencies.values.max()
        return counts.first { frequencies[$0.count] == most && most != nil }?.count
            ?? (counts.isEmpty ? nil : 0)
    }

    /// How often a separator occurs outside of quotes in each of the first complete rows. Quotes open at the beginning
    /// of a cell only.
    private static func counts(of separator: UInt8, in head: [UInt8]) -> [(line: Int, count: Int)] {
        var counts: [(line: Int, count: Int)] = []
        var line = 1
        var start = 1
        var count = 0
        var isQuoted = false
        var isCellStart = true
        var isBlank = true
        for (index, byte) in head.enumerated() {
            let isLineEnd =
                byte == 0x0A || byte == 0x0D && (index + 1 == head.count || head[index + 1] != 0x0A)
            if isLineEnd { line += 1 }
            if isQuoted {
                // A doubled quote closes the cell and opens it again.
                if byte == UInt8(ascii: "\"") { (isQuoted, isCellStart) = (false, true) }
            } else if isLineEnd {
                if !isBlank { counts.append((start, count)) }
                if counts.count == 20 { return counts }
                (count, isBlank, isCellStart, start) = (0, true, true, line)
            } else if byte == separator {
                (count, isBlank, isCellStart) = (count + 1, false, true)
            } else if byte == UInt8(ascii: "\""), isCellStart {
                (isQuoted, isBlank) = (true, false)
            } else if byte > 0x20 {
                (isBlank, isCellStart) = (false, false)
            }
        }
        // The last row may be cut off.
        if !isBlank, counts.isEmpty || head.count < 1 << 16 { counts.append((start, count)) }
        return counts
    }
}
