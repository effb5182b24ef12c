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
    package init(_ cell: TableCell, _ look: Look = .plain, highlights: Look) {
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

/// The look of a piece of text on a terminal.
package struct Look: Hashable, Sendable {
    package enum Colour: Int, Sendable { case red = 31, green = 32, yellow = 33, cyan = 36 }

    package var isBold = false
    package var isDim = false
    package var isUnderlined = false
    /// Whether text and background colours are swapped.
    package var isInverse = false
    package var colour: Colour?

    package static let plain = Look()

    package func with(_ change: (inout Look) -> Void) -> Look {
        var look = self
        change(&look)
        return look
    }

    package static let bold = plain.with { $0.isBold = true }
    package static let dim = plain.with { $0.isDim = true }
    package static let inverse = plain.with { $0.isInverse = true }
    package static let accent = plain.with { $0.colour = .cyan }
    package static let warning = plain.with { $0.colour = .yellow }
    package static let failure = plain.with { $0.colour = .red }

    /// The sequence that switches to this look from any other (ECMA-48, SGR).
    func code(hasColour: Bool) -> String {
        var codes = ["0"]
        if isBold { codes.append("1") }
        if isDim { codes.append("2") }
        if isUnderlined { codes.append("4") }
        if isInverse { codes.append("7") }
        if hasColour, let colour { codes.append(String(colour.rawValue)) }
        return "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}
