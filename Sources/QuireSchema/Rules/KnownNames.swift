import QuireShared

extension SchemaResolver {
    /// Reports an undeclared name, unless a part of the schema could not be read and may declare it.
    func reportUnknown(_ code: DiagnosticCode, name: LocatedText, what: String, among legal: [String]) {
        if declarations.isIncomplete { return }
        diagnostics.error(
            code,
            "unknown \(what) \(quoted(name.text))\(otherKind(name.text) ?? hint(for: name.text, legal))",
            at: name.location)
    }

    private func otherKind(_ name: String) -> String? { usage(of: name).map { "; \(quoted(name)) is \($0)" } }

    /// A hint such as `an enum: write …`, if the name is declared as something else.
    func usage(of name: String) -> String? {
        if enumIndex[name] != nil {
            return "an enum: write \"type\": \"choice\", \"enum\": \(inQuotes(name))"
        }
        if moduleIndex[name] != nil {
            return "a module: write \"type\": \"relation\", \"module\": \(inQuotes(name))"
        }
        if scalarIndex[name] != nil {
            return "a scalar: write \"type\": \"scalar\", \"scalar\": \(inQuotes(name))"
        }
        if mixinIndex[name] != nil {
            return "a mixin: its fields come with \"mixins\": [\(inQuotes(name))] in a module"
        }
        return nil
    }

    private func hint(for name: String, _ legal: [String]) -> String {
        if let near = legal.nearest(to: name) { return "; did you mean \(quoted(near))?" }
        if legal.isEmpty { return "; the schema declares none" }
        return legal.count > 8 ? "" : "; the schema declares \(list(legal))"
    }

    func findModule(_ name: LocatedText) -> Module? {
        if let index = moduleIndex[name.text] { return declarations.modules[index].module }
        reportUnknown(.unknownModule, name: name, what: "module", among: names.modules)
        return nil
    }

    func findEnumeration(_ name: LocatedText) -> Enumeration? {
        if let index = enumIndex[name.text] { return declarations.enumerations[index] }
        reportUnknown(.unknownEnum, name: name, what: "enum", among: names.enumerations)
        return nil
    }

    func findScalar(_ name: LocatedText) -> Scalar? {
        if let index = scalarIndex[name.text] { return declarations.scalars[index] }
        reportUnknown(.unknownScalar, name: name, what: "scalar", among: names.scalars)
        return nil
    }

    /// The index of a mixin.
    func findMixin(_ name: LocatedText) -> Int? {
        if let index = mixinIndex[name.text] { return index }
        reportUnknown(.unknownMixin, name: name, what: "mixin", among: names.mixins)
        return nil
    }
}

/// The names to suggest for a mistyped one. Their number is limited, so that a hint stays cheap.
struct DeclaredNames {
    static let most = 2_000

    var modules: [String] = []
    var mixins: [String] = []
    var enumerations: [String] = []
    var scalars: [String] = []
    var locales: [String] = []

    init(_ declarations: Declarations) {
        for declared in declarations.modules.prefix(DeclaredNames.most) {
            modules.append(declared.module.name)
        }
        for declared in declarations.mixins.prefix(DeclaredNames.most) { mixins.append(declared.name.text) }
        for declared in declarations.enumerations.prefix(DeclaredNames.most) {
            enumerations.append(declared.name)
        }
        for declared in declarations.scalars.prefix(DeclaredNames.most) { scalars.append(declared.name) }
        for declared in declarations.locales.prefix(DeclaredNames.most) { locales.append(declared.name.text) }
    }
}

extension SchemaResolver {
    /// Indexes declarations by name, and reports duplicates.
    func index(_ names: [LocatedText], _ what: String) -> [String: Int] {
        var index: [String: Int] = [:]
        for (position, name) in names.enumerated() where !name.text.isEmpty {
            if let first = index[name.text] {
                reportDuplicate(name, of: names[first], what)
            } else {
                index[name.text] = position
            }
        }
        return index
    }

    func reportDuplicate(_ name: LocatedText, of first: LocatedText, _ what: String) {
        diagnostics.error(
            .duplicateName, "the \(what) \(quoted(name.text)) is declared twice", at: name.location,
            note: "it is declared here first", noteAt: first.location)
    }

    /// Reports a field with the name of an earlier one.
    func checkUniqueFields(_ fields: [Field]) {
        var first: [String: SourceLocation] = [:]
        for field in fields where !field.name.isEmpty {
            if let earlier = first[field.name] {
                let name = LocatedText(text: field.name, location: field.nameLocation)
                reportDuplicate(name, of: LocatedText(text: field.name, location: earlier), "field")
            } else {
                first[field.name] = field.nameLocation
            }
        }
    }
}
