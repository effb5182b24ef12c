import QuireToolbox

/// A line of text with a cursor, edited by keys.
///
/// The cursor moves between characters as people perceive them: Backspace deletes a complete emoji.
package struct EditedLine: Equatable, Sendable {
    /// The text before the cursor.
    package private(set) var before: String
    /// The text after the cursor.
    package private(set) var after: String

    /// The maximum number of characters. Further characters are ignored.
    package static let longest = 1_000

    /// Creates a line with the cursor at the end.
    package init(_ text: String = "") {
        before = PlainText.typed(text)
        after = ""
    }

    package var text: String { before + after }

    /// Applies a key to the line.
    ///
    /// - Returns: Whether the line handles this key. If not, nothing has changed.
    package mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .text(let text), .paste(let text): insert(text)
        case .backspace: if !before.isEmpty { before.removeLast() }
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .control("a"): move(toEnd: false)
        case .control("e"): move(toEnd: true)
        case .control("b"): if let last = before.popLast() { after = String(last) + after }
        case .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
        case .control("k"): after = ""
        case .control("u"): before = ""
        case .control("w"): removeWord()
        default: return false
        }
        settle()
        return true
    }

    private mutating func insert(_ text: String) {
        let room = Self.longest - before.count - after.count
        // A combining character takes no additional room.
        before = String((before + PlainText.typed(text)).prefix(before.count + max(0, room)))
    }

    private mutating func move(toEnd: Bool) {
        (before, after) = toEnd ? (text, "") : ("", text)
    }

    private mutating func removeWord() {
        while before.last?.isWhitespace == true { before.removeLast() }
        while let last = before.last, !last.isWhitespace { before.removeLast() }
    }

    /// Keeps the cursor out of characters: if the two halves combine, the cursor moves after the combined character.
    private mutating func settle() {
        let whole = text
        var index = whole.startIndex
        let place = before.utf8.count
        while index < whole.endIndex, whole.utf8.distance(from: whole.startIndex, to: index) < place {
            index = whole.index(after: index)
        }
        (before, after) = (String(whole[..<index]), String(whole[index...]))
    }

    /// The part of the line that fits in a number of columns, and the cursor's column, which is always visible.
    package func visible(width: Int) -> (text: String, cursor: Int) {
        guard width > 0 else { return ("", 0) }
        var visibleText = ""
        var cursor = 0
        // As much text before the cursor as leaves a column for it.
        for character in before.reversed() {
            let next = DisplayWidth.of(character)
            if cursor + next > width - 1 { break }
            visibleText = String(character) + visibleText
            cursor += next
        }
        var used = cursor
        for character in after {
            let next = DisplayWidth.of(character)
            if used + next > width { break }
            visibleText.append(character)
            used += next
        }
        return (visibleText, cursor)
    }
}

extension PlainText {
    /// Typed or pasted text on one line. Invisible characters are dropped.
    package static func typed(_ text: some StringProtocol) -> String {
        var plain = String.UnicodeScalarView()
        var previous: Unicode.Scalar = "\0"
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            if scalar == "\n", previous == "\r" { continue }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: plain.append(" ")
            case .format where !isJoiner(scalar): continue
            case .surrogate, .privateUse: continue
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// The same for bytes. Invalid UTF-8 is dropped.
    package static func typed(bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue(let scalar): text.append(scalar)
            case .error: continue
            case .emptyInput: return typed(String(text))
            }
        }
    }
}
