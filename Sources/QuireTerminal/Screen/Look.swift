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
