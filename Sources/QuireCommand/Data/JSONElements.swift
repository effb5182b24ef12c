/// Splits a JSON array, or JSON values in sequence, into its elements without holding the whole document.
struct JSONElements {
    /// The bytes of an element with the line on which it begins.
    struct Element {
        var line: Int
        var bytes: [UInt8]
    }

    private var bytes: FileBytes
    private let path: String
    private var isArray = false
    private var hasBegun = false
    private var hasEnded = false

    init(_ bytes: FileBytes, path: String) {
        self.bytes = bytes
        self.path = path
    }

    /// Returns the next element, or `nil` at the end.
    ///
    /// - Throws: `DataFiles.Failure` if the array is not well-formed.
    mutating func next() throws -> Element? {
        if hasEnded { return nil }
        if !hasBegun {
            hasBegun = true
            if try space() == UInt8(ascii: "[") {
                isArray = true
                _ = try bytes.next()
                if try space() == UInt8(ascii: "]") { return try end() }
            }
        } else if isArray {
            switch try space() {
            case UInt8(ascii: ","): _ = try bytes.next()
            case UInt8(ascii: "]"): return try end()
            case nil: throw failure("the array has no end; the file may be incomplete")
            default: throw failure("expected a comma or the end of the array")
            }
        }
        guard let first = try space() else {
            if isArray { throw failure("the array has no end; the file may be incomplete") }
            return nil
        }
        let line = bytes.line
        var element: [UInt8] = []
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            try container(into: &element, from: line)
        } else {
            try scalar(into: &element)
        }
        if element.isEmpty {
            let isComma = first == UInt8(ascii: "]")
            throw failure(
                "expected an item, an object in braces\(isComma ? ", after the comma, found the end of the array" : "")"
            )
        }
        return Element(line: line, bytes: element)
    }

    /// Whether nothing follows the elements so far.
    mutating func isAtEnd() throws -> Bool { try hasEnded || space() == nil }

    private mutating func end() throws -> Element? {
        _ = try bytes.next()
        if try space() != nil { throw failure("expected the end of the file after the array") }
        hasEnded = true
        return nil
    }

    private mutating func space() throws -> UInt8? {
        while let byte = try bytes.peek() {
            if byte > 0x20 { return byte }
            _ = try bytes.next()
        }
        return nil
    }

    private mutating func scalar(into element: inout [UInt8]) throws {
        var isText = false
        while let byte = try bytes.peek() {
            if !isText, byte <= 0x20 || [UInt8(ascii: ","), UInt8(ascii: "]")].contains(byte) { return }
            _ = try bytes.next()
            element.append(byte)
            if element.count > FileBytes.longestItem { throw tooLong(bytes.line) }
            if byte == UInt8(ascii: "\"") { isText.toggle() }
            if isText, byte == UInt8(ascii: "\\"), let escaped = try bytes.next() { element.append(escaped) }
        }
    }

    private mutating func container(into element: inout [UInt8], from line: Int) throws {
        var depth = 0
        var isText = false
        while let byte = try bytes.next() {
            element.append(byte)
            if element.count > FileBytes.longestItem { throw tooLong(line) }
            if isText {
                if byte == UInt8(ascii: "\\") {
                    if let escaped = try bytes.next() { element.append(escaped) }
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                } else {
                    bytes.take(into: &element) { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return }
            default: break
            }
        }
        throw DataFiles.Failure(
            description: "\(path):\(line):1: error: the item that begins here has no end; "
                + "the file may be incomplete. Complete it, then run the command again.")
    }

    private func tooLong(_ line: Int) -> DataFiles.Failure {
        DataFiles.Failure(
            description:
                "\(path):\(line):1: error: the item that begins here is longer than 256 MB, which is the limit. "
                + "Divide it, or check its quotes and brackets.")
    }

    private func failure(_ reason: String) -> DataFiles.Failure {
        DataFiles.Failure(
            description:
                "\(path):\(bytes.line):1: error: \(reason). Correct the file, then run the command again.")
    }
}
