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
                reportUnknownKey(text, at: keyValue, what: what, legal: legal)
            }
        }
        return members
    }

    private func reportUnknownKey(_ text: String, at key: JSONValue, what: String, legal: [Key]) {
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
        let kind: String
        switch value.kind {
        case .invalid: return
        case .null: kind = "null (leave the key out instead)"
        case .boolean: kind = "true or false"
        case .number: kind = "a number"
        case .string: kind = "a text"
        case .array: kind = "an array"
        case .object: kind = "an object"
        }
        diagnostics.error(.wrongType, "\(expectation), found \(kind)", at: value.location)
    }

    /// Reports a missing required key, unless a part of the object could not be read.
    func reportMissing(_ key: Key, in members: Members, _ what: String) {
        if members.object.isDamaged { return }
        diagnostics.error(
            .missingKey, "\(what) needs the key \(quoted(key.name))", at: members.object.location)
    }
}

extension DocumentReader {
    /// Reads `was`: the names on the wire before a rename, the latest first.
    func readFormerNames(_ members: Members, of what: String) -> [FormerName] {
        var former: [FormerName] = []
        for element in array(members, .was) ?? [] {
            guard let text = element.string else {
                reportType(of: element, "a former name must be a text")
                continue
            }
            let name = LocatedText(text: text, location: element.location)
            // Values of choices can be empty.
            if what == "a value" {
                checkSuspicious(name, writtenAs: element)
            } else if !checkName(name, what, writtenAs: element) {
                continue
            }
            former.append(FormerName(text, location: element.location))
        }
        return former
    }
}

extension DocumentReader {
    /// Reads `"en"` or `{ "name": "fr-CA", "fallbacks": ["fr"], "default": true }`.
    mutating func readLocale(_ value: JSONValue) {
        if let text = value.string {
            let name = LocatedText(text: text, location: value.location)
            if checkName(name, "a locale", writtenAs: value) {
                declarations.locales.append(DeclaredLocale(name: name, fallbacks: []))
            }
            return
        }
        guard let members = members(of: value, "a locale", Key.localeKeys),
            let name = readName(members, "a locale")
        else {
            declarations.isIncomplete = true
            return
        }
        var locale = DeclaredLocale(name: name, fallbacks: names(members, of: .fallbacks, what: "a fallback"))
        if boolean(members, .default) { locale.defaultLocation = members[.default]?.location }
        declarations.locales.append(locale)
    }
}
