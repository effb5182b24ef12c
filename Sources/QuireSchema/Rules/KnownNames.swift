extension SchemaResolver {
    /// Reports a name that nobody declares, unless a part of the schema could not be read and may have done so.
    func reportUnknown(_ code: DiagnosticCode, _ name: LocatedText, _ what: String, among legal: [String]) {
        if declarations.isIncomplete { return }
        var hint = ""
        if let near = nearest(to: name.text, among: legal) {
            hint = "; did you mean \(quoted(near))?"
        } else if legal.isEmpty {
            hint = "; the schema declares none"
        } else if legal.count <= 8 {
            hint = "; the schema declares \(list(legal))"
        }
        diagnostics.error(code, "unknown \(what) \(quoted(name.text))\(hint)", at: name.location)
    }

    func findModule(_ name: LocatedText) -> Module? {
        if let index = moduleIndex[name.text] { return declarations.modules[index].module }
        reportUnknown(.unknownModule, name, "module", among: declarations.modules.map(\.module.name))
        return nil
    }

    func findEnumeration(_ name: LocatedText) -> Enumeration? {
        if let index = enumIndex[name.text] { return declarations.enumerations[index] }
        reportUnknown(.unknownEnum, name, "enum", among: declarations.enumerations.map(\.name))
        return nil
    }

    func findScalar(_ name: LocatedText) -> Scalar? {
        if let index = scalarIndex[name.text] { return declarations.scalars[index] }
        reportUnknown(.unknownScalar, name, "scalar", among: declarations.scalars.map(\.name))
        return nil
    }

    /// The index of a mixin.
    func findMixin(_ name: LocatedText) -> Int? {
        if let index = mixinIndex[name.text] { return index }
        reportUnknown(.unknownMixin, name, "mixin", among: declarations.mixins.map(\.name.text))
        return nil
    }
}
