/// Parses JSON byte by byte into nodes with locations, reports errors, and continues after them.
///
/// Time and memory are linear in the input. Containers are parsed recursively, up to a limited depth.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    let base: UnsafePointer<UInt8>
    /// The offset of the zero byte that ends the text.
    let end: Int
    var position = 0
    var depth = 0
    var nodes: [JSONNode] = []
    var problems: [JSONProblem] = []
    var problemCount = 0
    var reportedDepth = false
    /// Set if an entry of the innermost container could not be read.
    var lostEntry = false
    /// Set if the rest of the document is not parsed.
    var stopped = false
    /// The offset at which brackets and quotation marks stop matching. Later errors only follow from this one.
    var breakOffset: Int?
    /// Whether the innermost container is an object, so that a key must follow a comma.
    var isInObject = false
    /// The start of an entry whose comma is missing.
    var uncommaedEntry: Int?
    /// The offset up to which no quotation mark closes a text without an opening one.
    var unclosedTextEnd = 0

    /// Requires bytes that end with zero.
    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        // A buffer with at least the zero byte has an address. The static fallback is never used.
        base = bytes.baseAddress ?? UnsafePointer(JSONParser.nothing)
        end = max(0, bytes.count - 1)
    }

    private nonisolated(unsafe) static let nothing: UnsafeMutablePointer<UInt8> = {
        let pointer = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        pointer.pointee = 0
        return pointer
    }()

    /// Parses the whole text. Afterwards, `nodes` is never empty.
    mutating func parseDocument() {
        if end > JSONLimits.bytes {
            report(
                .jsonTooLarge, "the document has \(end) bytes; at most \(JSONLimits.bytes) are read", at: 0)
            return appendInvalid(at: 0)
        }
        if looksLikeWideText() {
            report(
                .jsonEncoding, "the document is not UTF-8 but looks like UTF-16 or UTF-32; save it as UTF-8",
                at: 0)
            return appendInvalid(at: 0)
        }
        skipSpace()
        if position >= end {
            report(.jsonEmpty, "the document is empty; expected '{'", at: position)
            return appendInvalid(at: position)
        }
        parseValue()
        skipSpace()
        if position < end && !stopped {
            report(
                .jsonTrailingContent, "unexpected \(describeByte()) after the end of the document",
                at: position)
        }
    }

    mutating func parseValue() {
        if stopped { return appendInvalid(at: position) }
        if nodes.count >= JSONLimits.nodes {
            report(
                .jsonTooLarge,
                "the document has more than \(JSONLimits.nodes) keys and values; the rest is not read",
                at: position)
            stopped = true
            return appendInvalid(at: position)
        }
        // Comparisons instead of a switch: in unoptimized builds, a switch over bytes calls a generic function for
        // each case.
        let byte = base[position]
        if byte == 0x22 { return parseString() }
        if byte == 0x7B { return parseContainer(.object) }
        if byte == 0x5B { return parseContainer(.array) }
        if byte == 0x2D || isDigit(byte) { return parseNumber() }
        if byte == 0x2B || byte == 0x2E { return parseBadNumber() }
        if isWordByte(byte) { return parseWord() }
        if wrongQuoteLength(position) > 0 { return parseWrongQuotes(isKey: false) }
        // The surrounding container reports the end.
        if position >= end { return appendInvalid(at: position) }
        report(.jsonUnexpectedCharacter, "unexpected \(describeByte()); expected a value", at: position)
        appendInvalid(at: position)
        guard depth == 0 || byte != 0x2C && byte != 0x5D && byte != 0x7D else { return }
        skipUnexpected()
        if !endsEntry(position) { stop(at: Int(nodes[nodes.count - 1].start)) }
    }

    /// Stops parsing, because the structure of the rest is unknown.
    mutating func stop(at offset: Int) {
        stopped = true
        if breakOffset == nil { breakOffset = offset }
    }

    mutating func appendInvalid(at offset: Int) {
        nodes.append(JSONNode(.invalid, start: offset, end: offset, index: nodes.count))
    }

    mutating func report(
        _ code: DiagnosticCode, _ message: String, at offset: Int, note: String? = nil, noteOffset: Int = 0
    ) {
        if stopped { return }
        problemCount += 1
        if problemCount > JSONLimits.problems {
            if problemCount > JSONLimits.countedProblems { stopped = true }
            return
        }
        problems.append(
            JSONProblem(
                code: code, message: message, offset: offset, noteMessage: note, noteOffset: noteOffset))
    }

    /// Skips white space, and comments, which are reported.
    mutating func skipSpace() {
        let base = self.base
        var offset = position
        while true {
            let byte = base[offset]
            if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
                offset += 1
                continue
            }
            position = offset
            guard beginsComment(offset) else { return }
            skipComment()
            offset = position
        }
    }

    /// `//`, `/*`, or the `# ` of other formats.
    private func beginsComment(_ offset: Int) -> Bool {
        let next = base[offset] == 0x2F || base[offset] == 0x23 ? base[offset + 1] : 0
        return base[offset] == 0x2F ? next == 0x2F || next == 0x2A : next == 0x20 || next == 0x23
    }

    private mutating func skipComment() {
        report(
            .jsonComment, "JSON has no comments; write \"$comment\": \"…\" or \"description\": \"…\" instead",
            at: position)
        let isBlock = base[position + 1] == 0x2A
        position += 2
        while position < end {
            if isBlock, base[position] == 0x2A, base[position + 1] == 0x2F {
                position += 2
                return
            }
            if !isBlock, base[position] == 0x0A { return }
            position += 1
        }
    }

    /// Skips at least one byte, up to where parsing may make sense again.
    mutating func skipUnexpected() {
        if position < end { position += 1 }
        while position < end {
            switch base[position] {
            case 0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D, 0x20, 0x0A, 0x0D, 0x09: return
            default: position += 1
            }
        }
    }

    /// Whether the text starts with a byte order mark of UTF-16 or UTF-32, or with zero bytes.
    private func looksLikeWideText() -> Bool {
        guard end >= 2 else { return false }
        if base[0] == 0xFE && base[1] == 0xFF || base[0] == 0xFF && base[1] == 0xFE { return true }
        return base[0] == 0 && base[1] != 0 || base[0] != 0 && base[1] == 0 || base[0] == 0 && base[1] == 0
    }
}

extension JSONParser {
    /// Describes the input at the position, for a message.
    func describeByte() -> String {
        if position >= end { return "the end of the document" }
        let byte = base[position]
        if byte == 0x0A || byte == 0x0D { return "the end of the line" }
        let length = utf8Length(position)
        if length == 0 { return "a byte that is not UTF-8" }
        let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
        if let scalar = text.unicodeScalars.first, !isPrintable(scalar) {
            return "invisible character \(codePoint(scalar.value))"
        }
        return quoted(text)
    }

    /// Input in single quotation marks, made printable.
    func printable(_ start: Int, _ end: Int) -> String {
        quoted(String(decoding: bytes[start..<end], as: UTF8.self))
    }

    func hexadecimal4(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    func codePoint(_ value: UInt32) -> String { "U+\(hexadecimal4(value))" }
}

/// The limits of a document, so that no input can exhaust the stack or the memory.
package enum JSONLimits {
    /// The maximum nesting of containers. The deepest legal schema needs less than half of it.
    static let depth = 64
    /// The maximum number of bytes.
    package static let bytes = 64 << 20
    /// The maximum number of keys and values.
    static let nodes = 8_000_000
    /// The maximum number of syntax errors that are kept. Further errors are only counted.
    static let problems = 200
    /// The number of syntax errors after which parsing stops.
    static let countedProblems = 10_000
}

/// A syntax error at an offset of a document.
package struct JSONProblem: Sendable {
    package var code: DiagnosticCode
    package var message: String
    package var offset: Int
    /// The text of a note about a second location.
    package var noteMessage: String?
    package var noteOffset = 0
}

extension DiagnosticCollector {
    /// Adds the syntax errors of a document.
    func add(problemsOf document: JSONDocument) {
        if let offset = document.breakOffset { addBreak(at: document.location(offset)) }
        for problem in document.problems {
            error(
                problem.code, problem.message, at: document.location(problem.offset),
                note: problem.noteMessage,
                noteAt: document.location(problem.noteOffset))
        }
        addDroppedErrors(document.problemCount - document.problems.count)
    }
}

extension JSONParser {
    /// Reports each repeated key of an object.
    mutating func reportDuplicateKeys(of object: Int, count: Int) {
        var keys: [Int] = []
        keys.reserveCapacity(count)
        var index = object + 1
        while index + 1 < nodes.count {
            keys.append(index)
            index = Int(nodes[index + 1].next)
        }
        // Usually there are few keys. Comparing all pairs then needs no memory and is faster.
        if keys.count > 24 { return reportDuplicatesByHash(keys) }
        for later in 1..<max(1, keys.count) {
            for earlier in 0..<later where isSameKey(nodes[keys[earlier]], nodes[keys[later]]) {
                reportDuplicate(keys[later], of: keys[earlier])
                break
            }
        }
    }

    private mutating func reportDuplicatesByHash(_ keys: [Int]) {
        var first: [[UInt8]: Int] = [:]
        for key in keys {
            let text = Array(JSONText.decode(nodes[key], in: bytes).utf8)
            if let earlier = first[text] { reportDuplicate(key, of: earlier) } else { first[text] = key }
        }
    }

    private mutating func reportDuplicate(_ key: Int, of earlier: Int) {
        report(
            .duplicateKey,
            "the key \(quoted(JSONText.decode(nodes[key], in: bytes))) appears twice in one object",
            at: Int(nodes[key].start), note: "it first appears here", noteOffset: Int(nodes[earlier].start))
    }

    private func isSameKey(_ left: JSONNode, _ right: JSONNode) -> Bool {
        if left.has(JSONNode.escaped) || right.has(JSONNode.escaped) {
            let leftText = JSONText.decode(left, in: bytes)
            return leftText.utf8.elementsEqual(JSONText.decode(right, in: bytes).utf8)
        }
        let (start, end) = JSONText.content(left)
        let (otherStart, otherEnd) = JSONText.content(right)
        if end - start != otherEnd - otherStart { return false }
        var offset = 0
        while offset < end - start {
            if base[start + offset] != base[otherStart + offset] { return false }
            offset += 1
        }
        return true
    }
}
