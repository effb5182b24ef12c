import QuireText
import QuireToolbox

/// A cell of a table: text on one line, with optional highlights.
package struct Cell: Equatable, Sendable {
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
    package init(_ cells: [Cell], separator: String) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { append(Part(text: separator)) }
            for part in cell.parts { append(part) }
        }
    }

    private mutating func append(_ part: Part) {
        guard !part.text.isEmpty else { return }
        parts.append(Part(text: PlainText.oneLine(part.text), isFound: part.isFound))
    }

    package static func + (left: Cell, right: Cell) -> Cell { Cell([left, right], separator: "") }

    /// The text without highlights.
    package var text: String { parts.map(\.text).joined() }

    package var isEmpty: Bool { parts.isEmpty }

    /// The cell with marks around its highlights, for output without styles.
    package func marked(_ opening: String, _ closing: String) -> Cell {
        var cell = Cell("")
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
