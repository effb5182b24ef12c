extension DocumentReader {
    func text(_ members: Members, _ key: Key) -> String? {
        guard let value = members[key] else { return nil }
        if let text = value.string { return text }
        reportType(of: value, "\(quoted(key.name)) must be a text")
        return nil
    }

    func locatedText(_ members: Members, _ key: Key) -> LocatedText? {
        guard let text = text(members, key), let value = members[key] else { return nil }
        return LocatedText(text: text, location: value.location)
    }

    /// A name that is declared elsewhere.
    func reference(_ members: Members, _ key: Key) -> LocatedText? {
        guard let name = locatedText(members, key) else { return nil }
        checkComposed(name)
        return name
    }

    func boolean(_ members: Members, _ key: Key) -> Bool {
        guard let value = members[key] else { return false }
        if let boolean = value.boolean { return boolean }
        reportType(of: value, "\(quoted(key.name)) must be true or false")
        return false
    }

    /// The elements of an array, or `nil` if there is none.
    func array(_ members: Members, _ key: Key) -> [JSONValue]? {
        guard let value = members[key] else { return nil }
        if value.kind == .array { return value.elements }
        reportType(of: value, "\(quoted(key.name)) must be an array")
        return nil
    }

    /// Reads an array of names. Other elements are reported and skipped.
    func names(_ members: Members, of key: Key, what: String) -> [LocatedText] {
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
    func word<Word: RawRepresentable & CaseIterable>(_ members: Members, _ key: Key, as _: Word.Type) -> Word?
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
