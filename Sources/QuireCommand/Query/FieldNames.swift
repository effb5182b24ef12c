import QuireCore
import QuireEngine
import QuireSchema
import QuireText

/// Finds the fields and metadata that options name.
struct FieldNames: Sendable {
    let module: ModuleDescriptor
    /// All modules of the schema, for the paths across relations.
    var modules: [ModuleDescriptor] = []

    /// The field with a wire name.
    func field(_ name: String, of option: String) throws(UsageError) -> FieldDescriptor {
        if let field = find(name, in: module.fields) { return field }
        throw UsageError(
            "\(option): \(module.name) has no field \(quoted(name))\(NearName.hint(for: name, among: names))")
    }

    /// A field, or a metadata property if no field has the name. `meta.name` always means the metadata.
    func property(_ name: String, of option: String) throws(UsageError) -> SortKey.Property {
        if find(name, in: module.fields) != nil { return .value(name) }
        let key = name.hasPrefix("meta.") ? String(name.dropFirst("meta.".count)) : name
        if find(key, in: .metadata) != nil { return .metadata(key) }
        let known = names + FieldTable.metadata.fields.map(\.name)
        throw UsageError(
            "\(option): \(module.name) has no field \(quoted(name)), and no item has such metadata"
                + NearName.hint(for: name, among: known))
    }

    /// Follows a path such as `author.name` over relations to one item each.
    ///
    /// - Returns: The relations, the names of the module behind them, and the last name. `nil` if the name is of a field of
    ///   the module itself, or starts with none of its relations.
    func path(
        _ path: String, of option: String
    ) throws(UsageError) -> (steps: [RelationStep], names: FieldNames, name: String)? {
        var steps: [RelationStep] = []
        var names = self
        var rest = path[...]
        while names.find(String(rest), in: names.module.fields) == nil, let dot = rest.firstIndex(of: "."),
            let field = names.find(String(rest[..<dot]), in: names.module.fields)
        {
            guard case .relation(let target) = field.kind, let related = related(target) else {
                guard let target = field.kind.relatedModule else { break }
                throw UsageError(
                    "\(option): \(quoted(field.name)) leads to several items; expected a filter of the form "
                        + #"{"condition":"any","relation":"\#(field.name)","module":"\#(target)","operands":[…]}"#
                )
            }
            guard steps.count < Filter.maximumDepth else {
                throw UsageError(
                    "\(option): a path of more than \(Filter.maximumDepth) relations; expected fewer")
            }
            steps.append(RelationStep(field.name, to: related))
            names = FieldNames(module: related, modules: modules)
            rest = rest[rest.index(after: dot)...]
        }
        return steps.isEmpty ? nil : (steps, names, String(rest))
    }

    /// The step of a filter's condition across a relation, with the module behind it.
    func step(_ step: RelationStep, of option: String) throws(UsageError) -> RelationStep {
        guard let other = related(step.module.name) else {
            throw UsageError(
                "\(option): the schema has no module \(quoted(step.module.name))"
                    + NearName.hint(for: step.module.name, among: modules.map(\.name)))
        }
        let known =
            step.isReverse
            ? RelationStep(from: other, by: step.relation) : RelationStep(step.relation, to: other)
        do throws(QueryError) {
            return try RelationTest(known, over: module.fields, module: module.name).step
        } catch {
            throw UsageError("\(option): \(error)")
        }
    }

    private func related(_ name: String) -> ModuleDescriptor? {
        modules.first { $0.name.isByteEqual(to: name) }
    }

    /// Field names separated by commas. A field whose name contains a comma must be named alone.
    func fields(_ texts: [String], of option: String) throws(UsageError) -> [FieldDescriptor] {
        var fields: [FieldDescriptor] = []
        for text in texts {
            if let field = find(text, in: module.fields) {
                fields.append(field)
                continue
            }
            for name in text.split(separator: ",") {
                fields.append(try field(name.trimmingSpaces, of: option))
            }
        }
        return fields
    }

    private var names: [String] { module.fields.fields.map(\.name) }

    private func find(_ name: String, in table: FieldTable) -> FieldDescriptor? {
        table.fields.first { $0.name.isByteEqual(to: name) }
    }
}

extension Substring {
    /// The text without leading and trailing spaces.
    var trimmingSpaces: String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

extension FieldKind {
    /// The module that a relation to one or several items leads to.
    fileprivate var relatedModule: String? {
        switch listElement ?? self {
        case .relation(let module), .relations(let module): module
        default: nil
        }
    }
}
