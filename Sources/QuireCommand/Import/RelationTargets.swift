import QuireGenerator
import QuireSchema

/// Finds the module that each relation points at.
///
/// HALO's description of a field does not contain it. The sources in order are: the `--relation` option, a `module` in
/// the field's format (written by a Quire server), and a module that the field is named after. If none is found, the
/// field holds ids as texts.
struct RelationTargets {
    /// The value of `--relation module.field=target`. An empty target keeps the field an id.
    struct Wish: Equatable {
        var module: String
        var field: String
        var target: String
    }

    let wishes: [Wish]
    private var byName: [String: String] = [:]
    private var byID: [String: String] = [:]
    private var byFoldedName: [String: [String]] = [:]

    init(_ modules: [ImportedModule], wishes: [Wish]) {
        self.wishes = wishes
        for module in modules {
            byName[module.name] = module.name
            if let id = module.id { byID[id] = byID[id] ?? module.name }
            // Two matches are enough to know that a name is ambiguous.
            for form in Self.forms(module.name) where byFoldedName[form, default: []].count < 2 {
                byFoldedName[form, default: []].append(module.name)
            }
        }
    }

    /// Sets the target of a relation, and explains its source in the field's comment.
    func resolve(
        _ field: inout ImportedField, of module: String, format: JSONValue?, _ notes: inout ImportNotes
    ) {
        guard field.type.isRelation else { return }
        let what = "the relation \(quoted(field.name)) of \(quoted(module))"
        if let wish = wishes.first(where: { $0.module == module && $0.field == field.name }) {
            field.setTarget(wish.target.isEmpty ? nil : wish.target)
            return
        }
        if let named = format?.value(of: "module")?.string {
            if let target = byID[named] ?? byName[named] { return field.setTarget(target) }
            notes.warn(
                "\(what) points to \(quoted(named)), which is not imported; it holds ids as texts",
                at: field.location)
            return field.setTarget(nil)
        }
        let candidates = Set(Self.forms(field.name).flatMap { byFoldedName[$0] ?? [] })
        if candidates.count == 1, let guess = candidates.first {
            field.comment =
                "HALO does not store the module of a relation; this one is guessed from the field's name."
            notes.warn(
                "\(what) points to \(quoted(guess)), by its name; if that is wrong, use --relation "
                    + quoted("\(module).\(field.name)=<module>"), at: field.location)
            return field.setTarget(guess)
        }
        notes.warn(
            "HALO does not store the target of \(what), so it holds ids as texts; use --relation "
                + quoted("\(module).\(field.name)=<module>"), at: field.location)
        field.setTarget(nil)
    }

    /// Normalized forms of the name, ignoring case, spaces and plural endings.
    private static func forms(_ name: String) -> Set<String> {
        let folded = SwiftName.lowerCamel(name).lowercased()
        var forms: Set<String> = [folded]
        if folded.hasSuffix("ies"), folded.count > 4 { forms.insert(folded.dropLast(3) + "y") }
        if folded.hasSuffix("es"), folded.count > 3 { forms.insert(String(folded.dropLast(2))) }
        if folded.hasSuffix("s"), folded.count > 2 { forms.insert(String(folded.dropLast())) }
        return forms
    }
}

extension RelationTargets.Wish {
    /// Parses `books.author=authors`. Names may contain dots and equals signs. The reading with existing names is used.
    init(_ text: String, modules: [ImportedModule]) throws(UsageError) {
        var readings: [Self] = []
        for equals in text.indices where text[equals] == "=" {
            let target = String(text[text.index(after: equals)...])
            guard target.isEmpty || modules.contains(where: { $0.name == target }) else { continue }
            let source = text[..<equals]
            for dot in source.indices where source[dot] == "." {
                let module = String(source[..<dot])
                let name = String(source[source.index(after: dot)...])
                let field = modules.first { $0.name == module }?.fields.first { $0.name == name }
                guard field?.type.isRelation == true else { continue }
                readings.append(Self(module: module, field: name, target: target))
            }
        }
        guard readings.count == 1 else {
            let relations = modules.flatMap { module in
                module.fields.filter(\.type.isRelation).map { "\(module.name).\($0.name)" }
            }
            let list =
                relations.isEmpty
                ? "there are no relations" : "relations: " + relations.joined(separator: ", ")
            throw UsageError(
                "--relation \(quoted(text)) does not name a relation and a module of the import; write "
                    + "'<module>.<field>=<module>' (\(list))")
        }
        self = readings[0]
    }
}

extension ImportedType {
    var isRelation: Bool {
        switch self {
        case .relation, .relations: return true
        default: return false
        }
    }
}

extension ImportedField {
    fileprivate mutating func setTarget(_ module: String?) {
        let isMany = if case .relations = type { true } else { false }
        type = isMany ? .relations(module: module) : .relation(module: module)
        if module == nil {
            description.append(
                isMany
                    ? "Ids of related items; HALO does not store their module."
                    : "The id of a related item; HALO does not store its module.")
        }
    }
}
