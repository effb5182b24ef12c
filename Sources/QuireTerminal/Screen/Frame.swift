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

/// Computes the minimal output that changes a terminal from one frame to the next.
package struct FrameDrawing: Sendable {
    private let hasColour: Bool
    private var lastFrame: Frame?

    /// - Parameter hasColour: `false` omits colours, but keeps weight and underlines (https://no-color.org).
    package init(hasColour: Bool = true) { self.hasColour = hasColour }

    /// Forgets what the terminal shows, so that the next frame is drawn completely.
    package mutating func forget() { lastFrame = nil }

    /// The bytes that bring a frame onto the screen. Empty if it is already there.
    package mutating func text(for frame: Frame) -> String {
        let old = lastFrame.flatMap { $0.size == frame.size ? $0 : nil }
        guard old != frame else { return "" }
        lastFrame = frame
        var text = ""
        if old == nil { text += Look.plain.code(hasColour: hasColour) + "\u{1B}[2J" }
        for row in frame.rows.indices {
            text += change(of: row, from: old?.rows[row], to: frame.rows[row])
        }
        // Hide the cursor while it moves.
        var drawn = text.isEmpty ? "" : "\u{1B}[?25l\(text)\(Look.plain.code(hasColour: hasColour))"
        if let cursor = frame.cursor {
            drawn += Self.move(column: cursor.column, row: cursor.row)
            if !text.isEmpty || old?.cursor == nil { drawn += "\u{1B}[?25h" }
        } else if old?.cursor != nil || old == nil {
            drawn += "\u{1B}[?25l"
        }
        return drawn
    }

    private func change(of row: Int, from old: [Frame.Square]?, to new: [Frame.Square]) -> String {
        let blank = Frame.Square()
        let old = old ?? Array(repeating: blank, count: new.count)
        guard let first = new.indices.first(where: { old[$0] != new[$0] }),
            let last = new.indices.last(where: { old[$0] != new[$0] })
        else { return "" }
        // Draw a wide character from its first column.
        let start = new[first].character.isEmpty && first > 0 ? first - 1 : first
        let end = new[start...].lastIndex { $0 != blank } ?? start - 1
        var text = Self.move(column: start, row: row)
        var look: Look?
        var isSure = true
        var column = start
        while column <= min(last, end) {
            let square = new[column]
            let width = column + 1 < new.count && new[column + 1].character.isEmpty ? 2 : 1
            if !isSure { text += Self.move(column: column, row: row) }
            if look != square.look { text += square.look.code(hasColour: hasColour) }
            look = square.look
            text += square.character
            // Terminals disagree on the width of such characters, so position the next one explicitly.
            isSure = square.character.utf8.count == 1
            column += width
        }
        guard last > end else { return text }
        return text + (isSure ? "" : Self.move(column: column, row: row))
            + Look.plain.code(hasColour: hasColour) + "\u{1B}[K"
    }

    private static func move(column: Int, row: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
