import QuireSchema

extension ModuleRenderer {
    /// Writes a choice: a struct that keeps unknown values, or an enum if the list is closed.
    static func renderChoice(
        _ choice: ChoicePlan, prefix: String, types: TypeNames, to writer: inout SourceWriter
    ) {
        let access = prefix.replacingPrefix("nonisolated ", with: "")
        writer.indented(
            DocComment.lines([choice.description, DocComment.deprecationNote(choice.deprecated)]))
        let name = ReservedNames.escaped(choice.name)
        if choice.isClosed {
            writer.block("\(prefix)enum \(name): \(types.swift("String")), \(types.quire("ClosedChoice")) {")
            {
                writer in
                for (name, value) in choice.values {
                    // `@available` on a case would remove the synthesized `allCases`.
                    writer.indented(
                        DocComment.lines([value.description, DocComment.deprecationNote(value.deprecated)]))
                    let escaped = ReservedNames.escaped(name)
                    writer.line(
                        name == value.raw
                            ? "case \(escaped)" : "case \(escaped) = \(Literals.string(value.raw))")
                }
                renderFormerValues(choice, access: access, to: &writer) { "." + ReservedNames.escaped($0) }
                renderClosedFormerValues(choice, access: access, types: types, to: &writer)
            }
            return
        }
        let string = types.swift("String")
        writer.block("\(prefix)struct \(name): \(types.quire("OpenChoice")) {") { writer in
            writer.line("\(access)let rawValue: \(string)")
            renderOpenInitializer(choice, access: access, string: string, to: &writer)
            writer.line()
            // Computed, because stored properties take the compiler twice as long.
            for (name, value) in choice.values {
                writer.indented(DocComment.lines([value.description]))
                if let deprecation = DocComment.deprecation(value.deprecated) { writer.line(deprecation) }
                writer.line(
                    "\(access)static var \(ReservedNames.escaped(name)): Self { Self(rawValue: \(Literals.string(value.raw))) }"
                )
            }
            renderFormerValues(choice, access: access, to: &writer) { ReservedNames.escaped($0) }
            if !choice.values.isEmpty { writer.line() }
            renderKnown(choice, access: access, to: &writer)
        }
    }

    private static func renderKnown(_ choice: ChoicePlan, access: String, to writer: inout SourceWriter) {
        let names = choice.values.map { name, value in
            // A deprecated value is not listed, because the list would warn.
            value.deprecated == nil
                ? ReservedNames.escaped(name) : "Self(rawValue: \(Literals.string(value.raw)))"
        }
        let line = "\(access)static let allKnown: [Self] = [\(names.joined(separator: ", "))]"
        if writer.fits(line) { return writer.line(line) }
        writer.block("\(access)static let allKnown: [Self] = [", closing: "]") { writer in
            for name in names { writer.line(name + ",") }
        }
    }
}

extension String {
    func replacingPrefix(_ prefix: String, with replacement: String) -> String {
        hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
    }
}

/// Writes the initializers of choices with renamed values: a former raw value becomes the current choice.
extension ModuleRenderer {
    static func renderOpenInitializer(
        _ choice: ChoicePlan, access: String, string: String, to writer: inout SourceWriter
    ) {
        let renamed = choice.values.map(\.value).filter { !$0.formerNames.isEmpty }
        guard !renamed.isEmpty else {
            return writer.line("\(access)init(rawValue: \(string)) { self.rawValue = rawValue }")
        }
        writer.block("\(access)init(rawValue: \(string)) {") { writer in
            writer.line("switch rawValue {")
            for value in renamed {
                writer.line("case \(patterns(of: value)): self.rawValue = \(Literals.string(value.raw))")
            }
            writer.line("default: self.rawValue = rawValue")
            writer.line("}")
        }
    }

    static func renderClosedFormerValues(
        _ choice: ChoicePlan, access: String, types: TypeNames, to writer: inout SourceWriter
    ) {
        guard choice.values.contains(where: { !$0.value.formerNames.isEmpty }) else { return }
        writer.line()
        writer.block("\(access)init?(rawValue: \(types.swift("String"))) {") { writer in
            writer.line("switch rawValue {")
            for (name, value) in choice.values {
                let raw = Literals.string(value.raw)
                let patterns = value.formerNames.isEmpty ? raw : raw + ", " + patterns(of: value)
                writer.line("case \(patterns): self = .\(ReservedNames.escaped(name))")
            }
            writer.line("default: return nil")
            writer.line("}")
        }
    }

    private static func patterns(of value: ChoiceValue) -> String {
        value.formerNames.map { Literals.string($0.name) }.joined(separator: ", ")
    }
}
