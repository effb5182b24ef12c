extension DocumentReader {
    /// Reads `{ "name": "money", "swiftType": "Money", "base": "text" }`.
    mutating func readScalar(_ value: JSONValue) {
        guard let members = members(of: value, "a scalar", Key.scalarKeys) else {
            declarations.isIncomplete = true
            return
        }
        let name = readName(members, "a scalar")
        let swiftType = swiftTypeName(members, .swiftType)
        let importedModule = swiftTypeName(members, .import)
        let base = word(members, .base, Scalar.Base.self)
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
    private func swiftTypeName(_ members: Members, _ key: Key) -> String? {
        guard let name = locatedText(members, key) else { return nil }
        let parts = name.text.split(separator: ".", omittingEmptySubsequences: false)
        var isValid = name.text.unicodeScalars.count <= DocumentReader.longestName
        for part in parts where !isSwiftIdentifier(String(part)) { isValid = false }
        if isValid { return name.text }
        diagnostics.error(
            .invalidSwiftName,
            "\(quoted(name.text)) is not the name of a Swift \(key == .import ? "module" : "type")",
            at: name.location)
        return nil
    }
}
