/// The contents of a screen: a grid of characters, and the cursor.
///
/// Everything that is put on it is clipped, and its text never contains terminal control sequences.
package struct Frame: Equatable, Sendable {
    struct Square: Equatable, Sendable {
        /// One character as people perceive it. Empty in the second column of a wide one.
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
    /// The position of the cursor. `nil` hides it.
    package var cursor: Place?
    private(set) var rows: [[Square]]

    package init(_ size: ScreenSize) {
        self.size = size
        rows = Array(repeating: Array(repeating: Square(), count: size.columns), count: size.rows)
    }

    /// Puts a text on a row.
    ///
    /// - Parameters:
    ///   - column: The first column. Columns and rows start at 0.
    ///   - width: The maximum number of columns. Text that does not fit is cut.
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

    /// Changes the look of a part of a row.
    package mutating func restyle(row: Int, columns: Range<Int>, _ change: (inout Look) -> Void) {
        guard rows.indices.contains(row) else { return }
        for column in columns.clamped(to: 0..<size.columns) { change(&rows[row][column].look) }
    }

    /// A row's text without trailing spaces.
    package func text(row: Int) -> String {
        guard rows.indices.contains(row) else { return "" }
        return rows[row].map(\.character).joined().trimmedEnd
    }

    /// All rows as text.
    package var lines: [String] { rows.indices.map(text) }

    /// The text of a row that has a certain look.
    package func text(row: Int, where isWanted: (Look) -> Bool) -> String {
        guard rows.indices.contains(row) else { return "" }
        return rows[row].filter { isWanted($0.look) }.map(\.character).joined()
    }

    /// Removes wide characters completely if only half of one would remain.
    private mutating func clear(_ columns: Range<Int>, row: Int) {
        if rows[row][columns.lowerBound].character.isEmpty, columns.lowerBound > 0 {
            rows[row][columns.lowerBound - 1].character = " "
        }
        if columns.upperBound < size.columns, rows[row][columns.upperBound].character.isEmpty {
            rows[row][columns.upperBound].character = " "
        }
    }
}

/// The size of a terminal in characters.
package struct ScreenSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}
