import QuireText
import QuireToolbox

/// Rows in aligned columns.
package struct Table {
    package struct Column {
        package enum Alignment { case left, right }

        package var title: String
        package var alignment: Alignment
        /// The minimum width of the column if the terminal is too narrow.
        package var least: Int
        /// Whether the column is omitted if the terminal is still too narrow.
        package var isOptional = false

        package static func left(_ title: String, least: Int = 8, isOptional: Bool = false) -> Column {
            Column(title: title, alignment: .left, least: least, isOptional: isOptional)
        }

        /// A column that is never cut, for ids that users copy.
        package static func whole(_ title: String) -> Column {
            Column(title: title, alignment: .left, least: .max)
        }

        package static func right(_ title: String, isOptional: Bool = false) -> Column {
            Column(title: title, alignment: .right, least: .max, isOptional: isOptional)
        }
    }

    package var columns: [Column]
    package private(set) var rows: [[TableCell]] = []

    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row with one cell for each column.
    package mutating func add(_ cells: [String]) { add(cells.map { TableCell($0) }) }

    /// Adds a row with one cell for each column.
    package mutating func add(_ cells: [TableCell]) { rows.append(cells) }

    /// The table without columns that are empty in all rows. A table without rows is unchanged.
    package func withoutEmptyColumns() -> Table {
        guard !rows.isEmpty else { return self }
        return keeping(columns.indices.filter { index in rows.contains { !$0[index].isEmpty } })
    }

    private func keeping(_ indexes: [Int]) -> Table {
        var table = Table(indexes.map { columns[$0] })
        table.rows = rows.map { row in indexes.map { row[$0] } }
        return table
    }

    /// The lines of the table, fitted to a width if possible. `nil` means no limit.
    package func lines(width: Int?, style: Style) -> [String] {
        if let width, leastWidth > width, let dropped = columns.lastIndex(where: \.isOptional) {
            return keeping(columns.indices.filter { $0 != dropped }).lines(width: width, style: style)
        }
        let widths = fitted(to: width)
        let head = line(columns.map { TableCell($0.title) }, widths: widths, style: style).map(style.bold)
        return [head.joined(separator: "  ").trimmedEnd]
            + rows.flatMap { row in
                [line(row, widths: widths, style: style).joined(separator: "  ").trimmedEnd]
                    + below(row, widths: widths, width: width, style: style)
            }
    }

    /// The highlights in cells that are cut, each on a line below the row.
    private func below(_ row: [TableCell], widths: [Int], width: Int?, style: Style) -> [String] {
        guard let width, let first = widths.first else { return [] }
        return zip(row, widths).filter { $0.hidesFound(width: $1) }.map { cell, _ in
            String(repeating: " ", count: first + 2) + cell.line(width: width - first - 2, style: style).text
        }
    }

    /// The width of each column if nothing is cut.
    private var wholeWidths: [Int] {
        columns.indices.map { index in
            ([columns[index].title] + rows.map { $0[index].text }).map(DisplayWidth.of).max() ?? 0
        }
    }

    private var leastWidth: Int {
        zip(wholeWidths, columns).reduce(2 * (columns.count - 1)) { $0 + min($1.0, $1.1.least) }
    }

    private func line(_ cells: [TableCell], widths: [Int], style: Style) -> [String] {
        zip(zip(cells, widths), columns).map { pair, column in
            let (text, width) = pair.0.line(width: pair.1, style: style)
            let space = String(repeating: " ", count: max(0, pair.1 - width))
            return column.alignment == .left ? text + space : space + text
        }
    }

    private func fitted(to width: Int?) -> [Int] {
        let whole = wholeWidths
        guard let width else { return whole }
        let room = width - 2 * (columns.count - 1)
        guard whole.reduce(0, +) > room else { return whole }
        // The widest columns shrink first, so that all texts stay readable: no column is wider than a limit, unless
        // it is never cut.
        func limited(_ limit: Int) -> [Int] {
            zip(whole, columns).map { $0 <= $1.least ? $0 : max($1.least, min($0, limit)) }
        }
        var low = 0
        var high = whole.max() ?? 0
        while high - low > 1 {
            let middle = (low + high) / 2
            if limited(middle).reduce(0, +) <= room { low = middle } else { high = middle }
        }
        // The remaining space goes to the last columns that were cut.
        var widths = limited(low)
        var spare = room - widths.reduce(0, +)
        for index in widths.indices.reversed()
        where spare > 0 && widths[index] == low && whole[index] > low {
            widths[index] += 1
            spare -= 1
        }
        return widths
    }
}

extension String {
    /// The text without trailing spaces.
    package var trimmedEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

/// A cell of a table: text on one line, with optional highlights.
package struct TableCell: Equatable, Sendable {
    package struct Part: Equatable, Sendable {
        package var text: String
        package var isFound = false
    }

    package private(set) var parts: [Part] = []

    /// Content may contain line breaks and escape sequences. The cell makes them visible and stays on one line.
    package init(_ text: String) { append(Part(text: text)) }

    /// Creates a cell from a text with search highlights.
    package init(_ highlighted: HighlightedText) {
        var end = highlighted.text.startIndex
        for range in highlighted.ranges {
            append(Part(text: String(highlighted.text[end..<range.lowerBound])))
            append(Part(text: String(highlighted.text[range]), isFound: true))
            end = range.upperBound
        }
        append(Part(text: String(highlighted.text[end...])))
    }

    /// Joins cells with a separator.
    package init(_ cells: [TableCell], separator: String) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { append(Part(text: separator)) }
            for part in cell.parts { append(part) }
        }
    }

    private mutating func append(_ part: Part) {
        guard !part.text.isEmpty else { return }
        parts.append(Part(text: PlainText.oneLine(part.text), isFound: part.isFound))
    }

    package static func + (left: TableCell, right: TableCell) -> TableCell {
        TableCell([left, right], separator: "")
    }

    /// The text without highlights.
    package var text: String { parts.map(\.text).joined() }

    package var isEmpty: Bool { parts.isEmpty }

    /// The cell with marks around its highlights, for output without styles.
    package func marked(_ opening: String, _ closing: String) -> TableCell {
        var cell = TableCell("")
        cell.parts = parts.map { $0.isFound ? Part(text: opening + $0.text + closing) : $0 }
        return cell
    }

    /// Whether a highlight does not fit.
    package func hidesFound(width: Int) -> Bool {
        guard let last = parts.lastIndex(where: \.isFound), DisplayWidth.of(text) > width else {
            return false
        }
        let needed = parts[...last].map(\.text).joined()
        // One column is needed for the ellipsis.
        return DisplayWidth.of(needed) > width - 1
    }

    /// The beginning of the cell that fits, styled, and its display width, which excludes the style.
    package func line(width: Int, style: Style) -> (text: String, width: Int) {
        let whole = text
        let excerpt = DisplayWidth.truncated(whole, to: width)
        guard parts.contains(where: \.isFound) else { return (excerpt, DisplayWidth.of(excerpt)) }
        // Keep the styles of the characters that fit. The ellipsis is not highlighted.
        let isCut = excerpt != whole
        var rest = isCut ? excerpt.count - 1 : whole.count
        var line = ""
        for part in parts {
            let taken = String(part.text.prefix(rest))
            rest -= taken.count
            line += part.isFound ? style.found(taken) : taken
        }
        return (isCut && !excerpt.isEmpty ? line + "…" : line, DisplayWidth.of(excerpt))
    }
}

/// Colours, if they are wanted: on a terminal, unless `NO_COLOR` is set (https://no-color.org) or `TERM` is
/// `dumb`.
package struct Style: Sendable, Equatable {
    package let isOn: Bool

    package init(isOn: Bool) { self.isOn = isOn }

    package init(isTerminal: Bool, environment: [String: String]) {
        let refused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        isOn = isTerminal && !refused
    }

    package func bold(_ text: String) -> String { wrap(text, "1") }
    /// The style of search highlights.
    package func found(_ text: String) -> String { wrap(text, "1;4") }
    package func dim(_ text: String) -> String { wrap(text, "2") }
    package func accent(_ text: String) -> String { wrap(text, "36") }
    package func warning(_ text: String) -> String { wrap(text, "33") }
    package func failure(_ text: String) -> String { wrap(text, "31") }

    private func wrap(_ text: String, _ code: String) -> String {
        let text = PlainText.oneLine(text)
        return isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
