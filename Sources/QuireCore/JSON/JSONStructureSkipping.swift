/// Skips values whose texts or numbers cannot be read.
extension JSONCursor {
    /// Skips a value by its structure alone: brackets, commas, colons and quotes must be correct, while texts, numbers
    /// and keywords can be anything.
    ///
    /// A lenient page can thus reject one item and continue after it. If the structure itself is broken, nothing
    /// after it can be trusted. This does not recurse, so the depth of the value does not matter.
    package mutating func skipStructure() throws(ValueDecodingError) {
        /// For each open bracket, whether it belongs to an object.
        var open: [Bool] = []
        while true {
            switch peek() {
            case UInt8(ascii: "\""): try skipTextOfAnyBytes()
            case UInt8(ascii: "{"):
                offset &+= 1
                if !consume(UInt8(ascii: "}")) {
                    try skipKeyOfAnyBytes()
                    open.append(true)
                    continue
                }
            case UInt8(ascii: "["):
                offset &+= 1
                if !consume(UInt8(ascii: "]")) {
                    open.append(false)
                    continue
                }
            default: try skipWordOfAnyLetters()
            }
            while let isObject = open.last {
                if consume(UInt8(ascii: ",")) {
                    if isObject { try skipKeyOfAnyBytes() }
                    break
                }
                try expect(UInt8(ascii: isObject ? "}" : "]"), "a comma or the closing bracket")
                open.removeLast()
            }
            if open.isEmpty { return }
        }
    }

    private mutating func skipKeyOfAnyBytes() throws(ValueDecodingError) {
        guard peek() == UInt8(ascii: "\"") else { throw malformed("a key") }
        try skipTextOfAnyBytes()
        try expect(UInt8(ascii: ":"), "a colon")
    }

    private mutating func skipTextOfAnyBytes() throws(ValueDecodingError) {
        offset &+= 1
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                offset &+= 1
                return
            case UInt8(ascii: "\\"): offset &+= 2
            default: offset &+= 1
            }
        }
        offset = bytes.count
        throw malformed("the end of the string")
    }

    /// Skips a number in any form, or a word such as `NaN`.
    private mutating func skipWordOfAnyLetters() throws(ValueDecodingError) {
        let start = offset
        while isPartOfWord(bytes[offset]) { offset &+= 1 }
        guard offset > start else { throw malformed("a value") }
    }

    private func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
