import Foundation
import QuireCore

/// One write with its types taken off: what every engine understands.
public struct WriteOperation: Sendable, Hashable {
    /// What is done. A batch is carried out in this order of kinds, whatever order it was written in.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Removes all items of the module.
        case truncate
        case create
        /// Changes an item that is there.
        case update
        /// Changes the item where it is there, and creates it where not.
        case createOrUpdate
        case delete
    }

    public var kind: Kind
    public var module: ModuleDescriptor
    /// The item's id; `nil` leaves it to the engine (a new item), or there is none to name (`truncate`).
    public var id: String?
    /// The server's id of the module, where it is known.
    public var moduleID: String?
    public var metadata = MetadataChanges()
    /// An object of values by wire name; those of an update that are not in it stay as they are, null clears one.
    public var values: JSONValue = .object([]) {
        didSet { checks.problems = [] }
    }
    /// Whether this is the whole item, with no value or tag beside those given.
    public var isWhole = false
    /// When the item was created; `nil` leaves it as it is, or takes the time of the writing.
    public var createdAt: Date?
    /// The `updatedAt` that the writer saw: where the item was updated later, the write is a conflict. `nil` writes
    /// without looking.
    public var seenUpdatedAt: Date?
    /// What is checked before it is sent or stored.
    package var checks = WriteChecks()

    public init(_ kind: Kind, _ module: ModuleDescriptor, id: String? = nil) {
        self.kind = kind
        self.module = module
        self.id = id
        moduleID = module.id
    }
}

extension WriteOperation {
    /// A write of a whole item.
    package init<Module>(_ kind: Kind, _ item: Content<Module>) {
        self.init(kind, Module.descriptor, id: item.id.rawValue)
        moduleID = item.metadata.module ?? Module.descriptor.id
        metadata = MetadataChanges(item.metadata)
        isWhole = true
        createdAt = item.metadata.createdAt
        seenUpdatedAt = kind == .create ? nil : item.metadata.updatedAt
        var json = JSONWriter()
        json.beginObject()
        item.values.writeMembers(to: &json)
        for (name, value) in item.metadata.unknownValues.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            json.value(value)
        }
        json.endObject()
        values = Module.descriptor.fields.linking(JSONValue(written: json))
        // Without nulls a server that merges would keep what the item no longer has.
        if kind != .create, case .object(var members) = values {
            for field in Module.descriptor.fields.fields where values.member(field.name) == nil {
                members.append(.init(field.name, .null))
            }
            values = .object(members)
        }
        if let flaw = json.flaw {
            checks.problems = [WriteFailure.Field(flaw, in: json.bytes)]
        } else {
            checks.problems = [item.values.problem("", .epochMilliseconds)].compactMap { $0 }
        }
    }

    /// A write of what a draft changes.
    init<Module>(_ kind: Kind, _ draft: ContentDraft<Module>, id: String?) {
        self.init(kind, Module.descriptor, id: id)
        metadata = draft.metadata
        var json = JSONWriter()
        draft.writeValues(to: &json)
        values = JSONValue(written: json)
        isWhole = kind == .create
        checks.problems = draft.problems
    }
}

extension FieldTable {
    /// Values with related items as their ids alone: writing an item does not write those that it points at.
    fileprivate func linking(_ values: JSONValue) -> JSONValue {
        guard case .object(var members) = values else { return values }
        for index in members.indices {
            guard let field = self[members[index].name] else { continue }
            members[index].value = field.kind.linking(members[index].value)
        }
        return .object(members)
    }
}

extension FieldKind {
    fileprivate func linking(_ value: JSONValue) -> JSONValue {
        switch (self, value) {
        case (.relation, .object): value.member("id") ?? value
        case (.relations(let module), .array(let items)):
            .array(items.map { FieldKind.relation(module: module).linking($0) })
        case (.list(let element), .array(let items)): .array(items.map(element.linking))
        case (.object(let table), .object): table.linking(value)
        default: value
        }
    }
}
