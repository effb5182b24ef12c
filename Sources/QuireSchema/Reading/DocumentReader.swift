/// Reads documents into declarations and reports errors.
///
/// Each kind of description has its own file in this folder.
struct DocumentReader {
    let diagnostics: DiagnosticCollector
    var declarations = Declarations()

    init(diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

    /// The entries of an object. Reports other values, and unknown keys.
    ///
    /// `what` names the description with its article: `a field`.
    func members(of value: JSONValue, _ what: String, _ legal: [Key]) -> Members? {
        guard value.kind == .object else {
            reportType(of: value, "\(what) must be an object")
            return nil
        }
        var members = Members(object: value)
        for keyIndex in value.keyIndexes {
            let keyValue = JSONValue(document: value.document, index: keyIndex)
            let text = keyValue.string ?? ""
            if let key = Key.byName[text], legal.contains(key) {
                members.append(key, keyIndex: keyIndex)
            } else {
                reportUnknownKey(text, keyValue, what, legal)
            }
        }
        return members
    }

    private func reportUnknownKey(_ text: String, _ key: JSONValue, _ what: String, _ legal: [Key]) {
        diagnostics.error(
            .unknownKey, "unknown key \(quoted(text)) in \(what)\(hint(for: text, legal))", at: key.location)
    }

    private func hint(for text: String, _ legal: [Key]) -> String {
        if let meant = Key.otherNames[text.lowercased()], legal.contains(meant) {
            return "; did you mean \(quoted(meant.name))?"
        }
        var names: [String] = []
        for key in legal where key != .comment { names.append(key.name) }
        return suggestion(for: text, among: names)
    }

    /// Reports a value of the wrong type, unless it was reported as invalid JSON.
    func reportType(of value: JSONValue, _ expectation: String) {
        let found: String
        switch value.kind {
        case .invalid: return
        case .null: found = "null (leave the key out instead)"
        case .boolean: found = "true or false"
        case .number: found = "a number"
        case .string: found = "a text"
        case .array: found = "an array"
        case .object: found = "an object"
        }
        diagnostics.error(.wrongType, "\(expectation), found \(found)", at: value.location)
    }

    /// Reports a missing required key, unless a part of the object could not be read.
    func reportMissing(_ key: Key, in members: Members, _ what: String) {
        if members.object.isDamaged { return }
        diagnostics.error(
            .missingKey, "\(what) needs the key \(quoted(key.name))", at: members.object.location)
    }
}
