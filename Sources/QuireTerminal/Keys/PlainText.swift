/// Text with nothing in it that a terminal could obey.
package enum PlainText {
    /// The text on one line: line ends, tabs and control characters become a space each; what only steers how text is
    /// shown (directions, soft hyphens, tags) goes, except the joiners of scripts and emoji.
    package static func oneLine(_ text: some StringProtocol) -> String {
        var plain = String.UnicodeScalarView()
        var followsReturn = false
        for scalar in text.unicodeScalars {
            defer { followsReturn = scalar == "\r" }
            if scalar == "\n", followsReturn { continue }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: plain.append(" ")
            case .format where scalar != "\u{200D}" && scalar != "\u{200C}": continue
            case .surrogate, .privateUse: continue
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }

    /// The same of bytes; what is no UTF-8 goes.
    package static func oneLine(of bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue(let scalar): text.append(scalar)
            case .error: continue
            case .emptyInput: return oneLine(String(text))
            }
        }
    }
}
