extension JSONDocument {
    /// Whether the document is a JSON Schema, which may be in the same folder as the schemas that it describes.
    package var isJSONSchema: Bool {
        guard let text = root.value(of: SchemaKey.schema.name)?.string else { return false }
        return text.hasPrefix("https://json-schema.org/") || text.hasPrefix("http://json-schema.org/")
    }
}

extension SchemaReader {
    /// Reads one document into the declarations.
    mutating func read(_ document: JSONDocument) {
        diagnostics.add(problemsOf: document)
        if document.problemCount > 0 { declarations.isIncomplete = true }
        let root = document.root
        guard let members = members(of: root, "a schema", SchemaKey.document) else {
            declarations.isIncomplete = true
            return
        }
        checkVersion(members)
        _ = text(members, .schema)
        readAccess(members)
        for element in array(members, .locales) ?? [] { readLocale(element) }
        for element in array(members, .enums) ?? [] { readEnumeration(element) }
        for element in array(members, .scalars) ?? [] { readScalar(element) }
        for element in array(members, .mixins) ?? [] { readMixin(element) }
        for element in array(members, .modules) ?? [] { readModule(element) }
    }

    private func checkVersion(_ members: Members) {
        guard let value = members[.quire] else {
            if members.object.isDamaged { return }
            diagnostics.error(
                .missingKey, "a schema needs the key 'quire', the version of its format: \"quire\": 1",
                at: members.object.location)
            return
        }
        if value.integer == 1 || value.kind == .invalid { return }
        diagnostics.error(
            .unsupportedVersion, "this version of Quire reads schemas of format 1: \"quire\": 1",
            at: value.location)
    }

    private mutating func readAccess(_ members: Members) {
        guard let value = members[.access], let access = word(members, .access, as: AccessLevel.self) else {
            return
        }
        if let earlier = declarations.access, earlier != access {
            diagnostics.error(
                .conflictingAccess,
                "'access' is \(quoted(access.rawValue)) here but \(quoted(earlier.rawValue)) in another document",
                at: value.location, note: "the other one is here", noteAt: declarations.accessLocation)
            return
        }
        declarations.access = access
        declarations.accessLocation = value.location
    }
}

extension SchemaReader {
    /// Reads `{ "name": "money", "swiftType": "Money", "base": "text" }`.
    mutating func readScalar(_ value: JSONValue) {
        guard let members = members(of: value, "a scalar", SchemaKey.scalarKeys) else {
            declarations.isIncomplete = true
            return
        }
        let name = readName(members, "a scalar")
        let swiftType = swiftTypeName(members, .swiftType)
        let importedModule = swiftTypeName(members, .import)
        let base = word(members, .base, as: Scalar.Base.self)
        if members[.swiftType] == nil { reportMissing(.swiftType, in: members, "a scalar") }
        if members[.base] == nil { reportMissing(.base, in: members, "a scalar") }
        guard let name else {
            declarations.isIncomplete = true
            return
        }
        // Broken parts get placeholders, so that uses of the scalar are not reported too.
        declarations.scalars.append(
            Scalar(
                name: name.text, swiftType: swiftType ?? "Never", importedModule: importedModule,
                base: base ?? .json,
                description: text(members, .description), deprecated: deprecation(members),
                location: value.location,
                nameLocation: name.location))
    }

    /// Identifiers joined by dots.
    private func swiftTypeName(_ members: Members, _ key: SchemaKey) -> String? {
        guard let name = locatedText(members, key) else { return nil }
        let parts = name.text.split(separator: ".", omittingEmptySubsequences: false)
        var isValid = name.text.unicodeScalars.count <= SchemaReader.longestName
        for part in parts where !isSwiftIdentifier(String(part)) { isValid = false }
        if isValid { return name.text }
        diagnostics.error(
            .invalidSwiftName,
            "\(quoted(name.text)) is not the name of a Swift \(key == .import ? "module" : "type")",
            at: name.location)
        return nil
    }
}
