/// What a screen shows at one moment: a grid of characters, and where the cursor stands.
///
/// Whatever is put on it is clipped to it, and no text on it holds anything that a terminal could obey.
package struct Frame: Equatable, Sendable {
    struct Square: Equatable, Sendable {
        /// One character as people see it; empty in the second column of a wide one.
        var character = " "
        var look = Look.plain
    }

    package struct Place: Equatable, Sendable {
        package var column: Int
        package var row: Int

        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    package let size: ScreenSize
    /// Where the cursor shows; `nil` hides it.
    package var cursor: Place?
    private(set) var rows: [[Square]]

    package init(_ size: ScreenSize) {
        self.size = size
        rows = Array(repeating: Array(repeating: Square(), count: size.columns), count: size.rows)
    }

    /// Puts a text on a row.
    ///
    /// - Parameters:
    ///   - column: Counted from 0, as is `row`.
    ///   - width: How many columns it may take; what does not fit is left out.
    package mutating func put(_ text: StyledText, column: Int, row: Int, width: Int = .max) {
        guard rows.indices.contains(row), column >= 0, column < size.columns, width > 0 else { return }
        let end = width > size.columns - column ? size.columns : column + width
        var next = column
        for piece in text.pieces {
            for character in piece.text {
                let taken = DisplayWidth.of(character)
                guard taken > 0 else { continue }
                guard next + taken <= end else { return }
                clear(next..<next + taken, row: row)
                rows[row][next] = Square(character: String(character), look: piece.look)
                if taken == 2 { rows[row][next + 1] = Square(character: "", look: piece.look) }
                next += taken
            }
        }
    }

    /// Gives a stretch of a row another look.
    package mutating func restyle(row: Int, columns: Range<Int>, _ change: (inout Look) -> Void) {
        guard rows.indices.contains(row) else { return }
        for column in columns.clamped(to: 0..<size.columns) { change(&rows[row][column].look) }
    }

    /// A row's text, without spaces at its end.
    package func text(row: Int) -> String {
        guard rows.indices.contains(row) else { return "" }
        return rows[row].map(\.character).joined().trimmedEnd
    }

    /// All rows as text.
    package var lines: [String] { rows.indices.map(text) }

    /// The text of a row that has a look.
    package func text(row: Int, where isWanted: (Look) -> Bool) -> String {
        guard rows.indices.contains(row) else { return "" }
        return rows[row].filter { isWanted($0.look) }.map(\.character).joined()
    }

    /// Takes wide characters away whole, of which only a half would be left.
    private mutating func clear(_ columns: Range<Int>, row: Int) {
        if rows[row][columns.lowerBound].character.isEmpty, columns.lowerBound > 0 {
            rows[row][columns.lowerBound - 1].character = " "
        }
        if columns.upperBound < size.columns, rows[row][columns.upperBound].character.isEmpty {
            rows[row][columns.upperBound].character = " "
        }
    }
}
