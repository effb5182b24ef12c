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
    package private(set) var rows: [[Cell]] = []

    package init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row with one cell for each column.
    package mutating func add(_ cells: [String]) { add(cells.map { Cell($0) }) }

    /// Adds a row with one cell for each column.
    package mutating func add(_ cells: [Cell]) { rows.append(cells) }

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
        let head = line(columns.map { Cell($0.title) }, widths: widths, style: style).map(style.bold)
        return [head.joined(separator: "  ").trimmedEnd]
            + rows.flatMap { row in
                [line(row, widths: widths, style: style).joined(separator: "  ").trimmedEnd]
                    + below(row, widths: widths, width: width, style: style)
            }
    }

    /// The highlights in cells that are cut, each on a line below the row.
    private func below(_ row: [Cell], widths: [Int], width: Int?, style: Style) -> [String] {
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

    private func line(_ cells: [Cell], widths: [Int], style: Style) -> [String] {
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
