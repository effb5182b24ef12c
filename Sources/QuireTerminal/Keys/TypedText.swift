import QuireToolbox

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
