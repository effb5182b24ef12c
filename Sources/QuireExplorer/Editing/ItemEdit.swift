import QuireCore
import QuireServer
import QuireToolbox

/// A change that the page asks for: each field is left, cleared or set.
struct ItemEdit: Sendable {
    enum Action: String, Sendable { case create, update, delete }

    var action: Action
    var module: ExploredModule
    var id: String?
    /// The changed values; null clears a field.
    var values: JSONValue
    /// The item as the page loaded it.
    var base: JSONValue?
    /// Whether a change of others in the meantime is overwritten.
    var isForced: Bool

    init(_ body: BodyObject, _ context: ExplorerContext) throws {
        guard let action = Action(rawValue: try body.requiredText("action")) else {
            throw ExplorerError(.body, "action: expected create, update or delete")
        }
        self.action = action
        module = try context.module(try body.requiredText("module"))
        id = try body.text("id").flatMap { $0.isEmpty ? nil : $0 }
        guard action == .create || id != nil else { throw ExplorerError(.body, "id: expected the item's id") }
        base = body["base"]
        isForced = try body.boolean("force") ?? false
        var values: [JSONValue.Member] = []
        for member in try body.object("changes")?.members ?? [] {
            guard module.field(member.name) != nil else {
                throw ExplorerError(
                    .query, "changes: \(module.name) has no field \"\(member.name.shortened)\".")
            }
            if let value = member.value.member("set"), value != .null {
                values.append(.init(member.name, value))
            } else if member.value.member("clear") == .boolean(true) {
                values.append(.init(member.name, .null))
            } else {
                throw ExplorerError(
                    .body, "changes.\(member.name.shortened): expected {\"set\":…} or {\"clear\":true}")
            }
        }
        self.values = .object(values)
    }

    var changedFields: [String] {
        if case .object(let members) = values { members.map(\.name) } else { [] }
    }

    /// The problems of the values, by the schema.
    var problems: [ExplorerError.Field] {
        guard action != .delete else { return [] }
        let served = ServedModule(module.descriptor, choices: closedChoices)
        return WriteProblem.problems(of: values, in: served, isNew: action == .create).map {
            ExplorerError.Field(name: $0.field, message: $0.message, constraint: $0.constraint)
        }
    }

    private var closedChoices: [String: ServedModule.Choices] {
        var choices: [String: ServedModule.Choices] = [:]
        for field in module.descriptor.fields.fields {
            if let values = field.closedValues { choices[field.name] = .init(values, isClosed: true) }
        }
        return choices
    }
}
