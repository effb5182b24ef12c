/// Writes compact JSON, leaving out what is empty.
struct CanonicalWriter {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    mutating func open(_ bracket: StaticString) {
        comma()
        raw(bracket)
        needsComma = false
    }

    mutating func close(_ bracket: StaticString) {
        raw(bracket)
        needsComma = true
    }

    mutating func raw(_ text: StaticString) {
        var index = 0
        while index < text.utf8CodeUnitCount {
            bytes.append(text.utf8Start[index])
            index += 1
        }
        needsComma = true
    }

    /// A number, or anything else that stands as it is.
    mutating func number(_ text: String) {
        comma()
        bytes.append(contentsOf: text.utf8)
        needsComma = true
    }

    mutating func key(_ key: StaticString) {
        comma()
        raw("\"")
        raw(key)
        raw("\":")
        needsComma = false
    }

    mutating func string(_ text: String) {
        comma()
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(contentsOf: (byte < 0x10 ? "0" : "").utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default:
                bytes.append(byte)
            }
        }
        bytes.append(0x22)
        needsComma = true
    }

    mutating func text(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        self.key(key)
        string(text)
    }

    mutating func word(_ key: StaticString, _ word: String?) { text(key, word) }

    mutating func flag(_ key: StaticString, _ isSet: Bool) {
        guard isSet else { return }
        self.key(key)
        raw("true")
    }

    mutating func texts(_ key: StaticString, _ texts: [String]) {
        array(key, texts) { $0.string($1) }
    }

    mutating func array<Element>(
        _ key: StaticString, _ elements: [Element], _ write: (inout CanonicalWriter, Element) -> Void
    ) {
        if elements.isEmpty { return }
        self.key(key)
        open("[")
        for element in elements { write(&self, element) }
        close("]")
    }

    private mutating func comma() {
        if needsComma { bytes.append(0x2C) }
        needsComma = false
    }
}
