/// Reads documents into declarations and reports errors.
///
/// Each kind of description has its own file in this folder.
struct SchemaReader {
    let diagnostics: DiagnosticCollector
    var declarations = Declarations()

    init(diagnostics: DiagnosticCollector) { self.diagnostics = diagnostics }

    /// The entries of an object. Reports other values, and unknown keys.
    ///
    /// `what` names the description with its article: `a field`.
    func members(of value: JSONValue, _ what: String, _ legal: [SchemaKey]) -> Members? {
        guard value.kind == .object else {
            reportType(of: value, "\(what) must be an object")
            return nil
        }
        var members = Members(object: value)
        for keyIndex in value.keyIndexes {
            let keyValue = JSONValue(document: value.document, index: keyIndex)
            let text = keyValue.string ?? ""
            if let key = SchemaKey.byName[text], legal.contains(key) {
                members.append(key, keyIndex: keyIndex)
            } else {
                reportUnknownKey(text, at: keyValue, what: what, legal: legal)
            }
        }
        return members
    }

    private func reportUnknownKey(_ text: String, at key: JSONValue, what: String, legal: [SchemaKey]) {
        diagnostics.error(
            .unknownKey, "unknown key \(quoted(text)) in \(what)\(hint(for: text, legal))", at: key.location)
    }

    private func hint(for text: String, _ legal: [SchemaKey]) -> String {
        if let meant = SchemaKey.otherNames[text.lowercased()], legal.contains(meant) {
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
    func reportMissing(_ key: SchemaKey, in members: Members, _ what: String) {
        if members.object.isDamaged { return }
        diagnostics.error(
            .missingKey, "\(what) needs the key \(quoted(key.name))", at: members.object.location)
    }
}

extension SchemaReader {
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

extension SchemaReader {
    /// Reads `"en"` or `{ "name": "fr-CA", "fallbacks": ["fr"], "default": true }`.
    mutating func readLocale(_ value: JSONValue) {
        if let text = value.string {
            let name = LocatedText(text: text, location: value.location)
            if checkName(name, "a locale", writtenAs: value) {
                declarations.locales.append(DeclaredLocale(name: name, fallbacks: []))
            }
            return
        }
        guard let members = members(of: value, "a locale", SchemaKey.localeKeys),
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

extension SchemaReader {
    func text(_ members: Members, _ key: SchemaKey) -> String? {
        guard let value = members[key] else { return nil }
        if let text = value.string { return text }
        reportType(of: value, "\(quoted(key.name)) must be a text")
        return nil
    }

    func locatedText(_ members: Members, _ key: SchemaKey) -> LocatedText? {
        guard let text = text(members, key), let value = members[key] else { return nil }
        return LocatedText(text: text, location: value.location)
    }

    /// A name that is declared elsewhere.
    func reference(_ members: Members, _ key: SchemaKey) -> LocatedText? {
        guard let name = locatedText(members, key) else { return nil }
        checkComposed(name)
        return name
    }

    func boolean(_ members: Members, _ key: SchemaKey) -> Bool {
        guard let value = members[key] else { return false }
        if let boolean = value.boolean { return boolean }
        reportType(of: value, "\(quoted(key.name)) must be true or false")
        return false
    }

    /// The elements of an array, or `nil` if there is none.
    func array(_ members: Members, _ key: SchemaKey) -> [JSONValue]? {
        guard let value = members[key] else { return nil }
        if value.kind == .array { return value.elements }
        reportType(of: value, "\(quoted(key.name)) must be an array")
        return nil
    }

    /// Reads an array of names. Other elements are reported and skipped.
    func names(_ members: Members, of key: SchemaKey, what: String) -> [LocatedText] {
        var names: [LocatedText] = []
        for element in array(members, key) ?? [] {
            if let text = element.string {
                let name = LocatedText(text: text, location: element.location)
                checkComposed(name)
                names.append(name)
            } else {
                reportType(of: element, "\(what) must be a text")
            }
        }
        return names
    }

    /// Reads `true`, `false`, or a text about what to use instead.
    func deprecation(_ members: Members) -> Deprecation? {
        guard let value = members[.deprecated] else { return nil }
        if let boolean = value.boolean { return boolean ? Deprecation() : nil }
        if let text = value.string { return Deprecation(message: text) }
        reportType(of: value, "'deprecated' must be true, false or a text that says what to use instead")
        return nil
    }

    /// One of a few words.
    func word<Word: RawRepresentable & CaseIterable>(_ members: Members, _ key: SchemaKey, as _: Word.Type)
        -> Word?
    where Word.RawValue == String {
        guard let value = members[key] else { return nil }
        let legal = Word.allCases.map(\.rawValue)
        guard let spelled = value.string else {
            reportType(of: value, "\(quoted(key.name)) must be \(oneOf(legal))")
            return nil
        }
        let text = LocatedText(text: spelled, location: value.location)
        if let word = Word(rawValue: text.text) { return word }
        diagnostics.error(
            .wrongValue,
            "\(quoted(text.text)) is not a value of \(quoted(key.name))\(suggestion(for: text.text, among: legal))",
            at: text.location)
        return nil
    }
}
