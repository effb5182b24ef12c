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
