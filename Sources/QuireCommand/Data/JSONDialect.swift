/// Recognizes texts that resemble JSON: JavaScript, JSON with comments, and Python.
enum JSONDialect {
    /// What is wrong at an offset, as a sentence after a full stop. Empty if it is nothing known.
    static func hint(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> String {
        guard offset >= 0, offset < bytes.count else { return "" }
        let rest = String(decoding: bytes[offset...].prefix(12), as: UTF8.self)
        let before = bytes[..<offset].last { $0 > 0x20 }
        let known: [(start: String, hint: String)] = [
            ("NaN", "JSON has no NaN; write null"), ("Infinity", "JSON has no Infinity; write null"),
            ("-Infinity", "JSON has no Infinity; write null"), ("//", "JSON has no comments; remove them"),
            ("/*", "JSON has no comments; remove them"), ("#", "JSON has no comments; remove them"),
            ("'", "JSON has double quotes"), ("None", "Write the data with json.dumps"),
            ("True", "Write the data with json.dumps"), ("False", "Write the data with json.dumps"),
            ("undefined", "JSON has no undefined; write null"),
        ]
        if let found = known.first(where: { rest.hasPrefix($0.start) }) { return ". \(found.hint)" }
        if before == UInt8(ascii: ","), rest.hasPrefix("}") || rest.hasPrefix("]") {
            return ". Remove the comma before it"
        }
        return ""
    }
}
