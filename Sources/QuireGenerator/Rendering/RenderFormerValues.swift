import QuireSchema

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
