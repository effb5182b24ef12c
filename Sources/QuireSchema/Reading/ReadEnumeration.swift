extension SchemaReader {
    /// Reads one of the lists of choices that fields share.
    mutating func readEnumeration(_ value: JSONValue) {
        guard let members = members(of: value, "an enum", SchemaKey.enumKeys) else {
            declarations.isIncomplete = true
            return
        }
        let name = readName(members, "an enum")
        if members[.values] == nil { reportMissing(.values, in: members, "an enum") }
        let swiftName = readSwiftName(members, .swiftName)
        let values = choiceValues(members) ?? []
        guard let name else {
            declarations.isIncomplete = true
            return
        }
        declarations.enumerations.append(
            Enumeration(
                name: name.text, swiftName: swiftName?.text, description: text(members, .description),
                deprecated: deprecation(members), values: values, closed: boolean(members, .closed),
                location: value.location, nameLocation: name.location, swiftNameLocation: swiftName?.location)
        )
    }

    /// Reads `values`, each a text or `{ "name": "sci-fi", "swiftName": "scienceFiction" }`.
    func choiceValues(_ members: Members) -> [ChoiceValue]? {
        guard let elements = array(members, .values) else { return nil }
        if elements.isEmpty, let location = members[.values]?.location {
            diagnostics.error(.emptyChoices, "'values' must name at least one value", at: location)
        }
        var values: [ChoiceValue] = []
        var places: [String: SourceLocation] = [:]
        for element in elements {
            guard let value = choiceValue(element) else { continue }
            if let earlier = places[value.raw] {
                diagnostics.error(
                    .duplicateName, "the value \(quoted(value.raw)) appears twice in one list",
                    at: value.location,
                    note: "it first appears here", noteAt: earlier)
                continue
            }
            places[value.raw] = value.location
            values.append(value)
        }
        return values
    }

    private func choiceValue(_ element: JSONValue) -> ChoiceValue? {
        if let text = element.string {
            checkSuspicious(LocatedText(text: text, location: element.location), writtenAs: element)
            return ChoiceValue(raw: text, location: element.location)
        }
        guard element.kind == .object else {
            reportType(of: element, "a value must be a text or an object")
            return nil
        }
        guard let members = members(of: element, "a value", SchemaKey.valueKeys) else { return nil }
        if members[.name] == nil { reportMissing(.name, in: members, "a value") }
        let swiftName = readSwiftName(members, .swiftName)
        let description = text(members, .description)
        let deprecated = deprecation(members)
        guard let name = locatedText(members, .name) else { return nil }
        checkSuspicious(name, writtenAs: members[.name])
        var value = ChoiceValue(
            raw: name.text, swiftName: swiftName?.text, description: description, deprecated: deprecated,
            location: name.location, swiftNameLocation: swiftName?.location)
        value.formerNames = readFormerNames(members, of: "a value")
        return value
    }
}
