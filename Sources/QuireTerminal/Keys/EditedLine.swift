import QuireToolbox

/// A line of text with a cursor in it, changed by keys.
///
/// The cursor stands between characters as people see them: Backspace takes away an emoji with all that it is made of.
package struct EditedLine: Equatable, Sendable {
    /// Before the cursor.
    package private(set) var before: String
    /// Behind it.
    package private(set) var after: String

    /// Characters beyond these are not taken.
    package static let longest = 1_000

    /// The cursor stands at the end.
    package init(_ text: String = "") {
        before = PlainText.typed(text)
        after = ""
    }

    package var text: String { before + after }

    /// Does what a key does to the line.
    ///
    /// - Returns: Whether the key is one of the line's own; if not, nothing has changed.
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
        // What combines with the character before takes no room.
        before = String((before + PlainText.typed(text)).prefix(before.count + max(0, room)))
    }

    private mutating func move(toEnd: Bool) {
        (before, after) = toEnd ? (text, "") : ("", text)
    }

    private mutating func removeWord() {
        while before.last?.isWhitespace == true { before.removeLast() }
        while let last = before.last, !last.isWhitespace { before.removeLast() }
    }

    /// Keeps the cursor out of characters: where the two halves grow together, it goes behind what they became.
    private mutating func settle() {
        let whole = text
        var index = whole.startIndex
        let place = before.utf8.count
        while index < whole.endIndex, whole.utf8.distance(from: whole.startIndex, to: index) < place {
            index = whole.index(after: index)
        }
        (before, after) = (String(whole[..<index]), String(whole[index...]))
    }

    /// What of the line shows in so many columns, and the cursor's column: always within, with room behind the text.
    package func visible(width: Int) -> (text: String, cursor: Int) {
        guard width > 0 else { return ("", 0) }
        var shown = ""
        var cursor = 0
        // As much before the cursor as leaves it a column.
        for character in before.reversed() {
            let next = DisplayWidth.of(character)
            if cursor + next > width - 1 { break }
            shown = String(character) + shown
            cursor += next
        }
        var used = cursor
        for character in after {
            let next = DisplayWidth.of(character)
            if used + next > width { break }
            shown.append(character)
            used += next
        }
        return (shown, cursor)
    }
}
