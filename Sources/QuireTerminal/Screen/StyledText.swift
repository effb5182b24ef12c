import QuireToolbox

/// Text on one line, in pieces with different looks.
package struct StyledText: Equatable, Sendable {
    package struct Piece: Equatable, Sendable {
        package var text: String
        package var look: Look
    }

    package private(set) var pieces: [Piece] = []

    package init() {}

    package init(_ text: String, _ look: Look = .plain) { append(text, look) }

    /// Creates a text from a cell, with its own look for highlights.
    package init(_ cell: Cell, _ look: Look = .plain, highlights: Look) {
        for part in cell.parts { append(part.text, part.isFound ? highlights : look) }
    }

    package mutating func append(_ text: String, _ look: Look = .plain) {
        let text = PlainText.oneLine(text)
        if !text.isEmpty { pieces.append(Piece(text: text, look: look)) }
    }

    package mutating func append(_ other: StyledText) { pieces += other.pieces }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var text = left
        text.append(right)
        return text
    }

    package var text: String { pieces.map(\.text).joined() }

    package var isEmpty: Bool { pieces.isEmpty }

    package var width: Int { pieces.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    /// Returns the text with the look of all pieces changed.
    package func with(_ change: (inout Look) -> Void) -> StyledText {
        var text = self
        for index in text.pieces.indices { change(&text.pieces[index].look) }
        return text
    }

    /// The beginning that fits, with `…` if it was cut.
    package func truncated(to width: Int) -> StyledText {
        guard self.width > width else { return self }
        guard width > 0 else { return StyledText() }
        var result = StyledText()
        var used = 0
        for piece in pieces {
            var text = ""
            for character in piece.text {
                let next = DisplayWidth.of(character)
                guard used + next <= width - 1 else {
                    result.append(text, piece.look)
                    result.append("…", piece.look)
                    return result
                }
                text.append(character)
                used += next
            }
            result.append(text, piece.look)
        }
        return result
    }
}
