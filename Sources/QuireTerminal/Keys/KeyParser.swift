import QuireToolbox

/// Converts the bytes from a terminal to keys. It has no side effects, so that it can be tested with any bytes.
///
/// ```swift
/// var parser = KeyParser()
/// parser.keys(in: [0x68, 0xC3])            // [.text("h")]
/// parser.keys(in: [0xA9, 0x1B, 0x5B])      // [.text("é")]
/// parser.keys(in: [0x41])                  // [.up]
/// ```
/// Unknown sequences and invalid UTF-8 are ignored.
package struct KeyParser: Sendable {
    /// The maximum number of bytes in a paste. Further bytes are dropped.
    package static let longestPaste = 16_384

    private enum Place: Sendable {
        case ground
        /// After the byte of the Escape key, which also starts every sequence.
        case escape
        /// After `ESC [`, with the bytes since then.
        case control([UInt8])
        /// After `ESC O`. One more byte identifies the key.
        case single
        /// After `ESC [ [`, which starts function keys on the Linux console.
        case console
        /// In a response from the terminal, up to its end: `ESC ] … BEL`.
        case string(isEnding: Bool)
        case character([UInt8], missing: Int)
        case paste
    }

    private var place = Place.ground
    private var pasted: [UInt8] = []
    private var keys: [Key] = []

    package init() {}

    /// The keys completed by these bytes. Incomplete sequences are kept for the next bytes.
    package mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        for byte in bytes { read(byte) }
        defer { keys = [] }
        return keys
    }

    /// Whether only time can tell an Escape key from the start of a sequence.
    package var isWaiting: Bool {
        switch place {
        case .ground, .character, .paste: false
        case .escape, .control, .single, .console, .string: true
        }
    }

    /// The keys to assume if nothing has followed for a while: the Escape key itself, or an unfinished sequence.
    package mutating func keysAfterPause() -> [Key] {
        guard isWaiting else { return [] }
        defer { place = .ground }
        if case .escape = place { return [.escape] }
        return []
    }

    private mutating func read(_ byte: UInt8) {
        switch place {
        case .ground: begin(byte)
        case .escape: afterEscape(byte)
        case .control(let bytes): inControl(bytes, byte)
        case .single: inSequence(byte) { Self.letter($0) }
        case .console: inSequence(byte) { _ in nil }
        case .string(let isEnding): inString(byte, isEnding)
        case .character(let bytes, let missing): inCharacter(bytes, missing: missing, byte: byte)
        case .paste: inPaste(byte)
        }
    }

    private mutating func begin(_ byte: UInt8) {
        place = .ground
        switch byte {
        case 0x1B: place = .escape
        case 0x0D, 0x0A: keys.append(.enter)
        case 0x09: keys.append(.tab)
        case 0x7F, 0x08: keys.append(.backspace)
        case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
        case 0x20...0x7E: keys.append(.text(String(Unicode.Scalar(byte))))
        case 0xC2...0xDF: place = .character([byte], missing: 1)
        case 0xE0...0xEF: place = .character([byte], missing: 2)
        case 0xF0...0xF4: place = .character([byte], missing: 3)
        default: break
        }
    }

    private mutating func afterEscape(_ byte: UInt8) {
        place = .ground
        switch byte {
        case 0x1B:
            // The first one was a key.
            keys.append(.escape)
            place = .escape
        case UInt8(ascii: "["): place = .control([])
        case UInt8(ascii: "O"): place = .single
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            place = .string(isEnding: false)
        // Alt-Backspace deletes a word, like Ctrl-W.
        case 0x7F, 0x08: keys.append(.control("w"))
        // Other keys with Alt have no meaning here.
        case 0x20...0x7E: break
        default: begin(byte)
        }
    }

    private mutating func inControl(_ bytes: [UInt8], _ byte: UInt8) {
        switch byte {
        case 0x20...0x3F:
            // None of our keys is that long. Only the end of the sequence matters.
            place = .control(bytes.count < 32 ? bytes + [byte] : bytes)
        case UInt8(ascii: "[") where bytes.isEmpty: place = .console
        case 0x40...0x7E:
            place = .ground
            if byte == UInt8(ascii: "~"), bytes.elementsEqual("200".utf8) {
                place = .paste
                pasted = []
            } else if let key = Self.key(bytes, byte) {
                keys.append(key)
            }
        default: begin(byte)
        }
    }

    private mutating func inSequence(_ byte: UInt8, key: (UInt8) -> Key?) {
        guard (0x20...0x7E).contains(byte) else { return begin(byte) }
        place = .ground
        if let key = key(byte) { keys.append(key) }
    }

    private mutating func inString(_ byte: UInt8, _ isEnding: Bool) {
        switch byte {
        case 0x07, 0x18, 0x1A: place = .ground
        case UInt8(ascii: "\\") where isEnding: place = .ground
        default: place = .string(isEnding: byte == 0x1B)
        }
    }

    private mutating func inCharacter(_ bytes: [UInt8], missing: Int, byte: UInt8) {
        guard (0x80...0xBF).contains(byte) else { return begin(byte) }
        let bytes = bytes + [byte]
        guard missing == 1 else {
            place = .character(bytes, missing: missing - 1)
            return
        }
        place = .ground
        let text = PlainText.typed(bytes: bytes)
        // A control character in two bytes, which became a space.
        if !text.isEmpty, text != " " { keys.append(.text(text)) }
    }

    private mutating func inPaste(_ byte: UInt8) {
        let end = Array("\u{1B}[201~".utf8)
        pasted.append(byte)
        // The end marker may begin within the dropped bytes, so drop bytes before the last ones.
        if pasted.count > Self.longestPaste + end.count { pasted.remove(at: Self.longestPaste) }
        guard pasted.suffix(end.count).elementsEqual(end) else { return }
        place = .ground
        let text = PlainText.typed(bytes: pasted.dropLast(end.count))
        pasted = []
        if !text.isEmpty { keys.append(.paste(text)) }
    }

    /// The key of `ESC [ bytes final`. Modifiers (Shift, Ctrl) are ignored.
    private static func key(_ bytes: [UInt8], _ final: UInt8) -> Key? {
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard bytes.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
        guard final == UInt8(ascii: "~") else { return letter(final) }
        switch parts.first.map({ String(decoding: $0, as: UTF8.self) }) {
        case "1", "7": return .home
        case "4", "8": return .end
        case "3": return .delete
        case "5": return .pageUp
        case "6": return .pageDown
        default: return nil
        }
    }

    private static func letter(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "Z"): .backTab
        default: nil
        }
    }
}

/// A key press, or a paste.
package enum Key: Hashable, Sendable {
    /// A typed character, or a part of one: combining marks follow their base.
    case text(String)
    /// Pasted text, on one line and without control characters.
    case paste(String)
    /// A letter with Ctrl: `a` to `z`.
    case control(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, tab, backTab, backspace, delete, escape
}
