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
        var locale = DeclaredLocale(name: name, fallbacks: names(members, .fallbacks, "a fallback"))
        if boolean(members, .default) { locale.defaultLocation = members[.default]?.location }
        declarations.locales.append(locale)
    }
}
