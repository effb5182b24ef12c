import Foundation
import QuireCore
import QuireText

/// An untyped write: the value that every engine receives.
public struct WriteOperation: Sendable, Hashable {
    /// The kind of write. A batch is performed in the order of these kinds.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Removes all items of the module.
        case truncate
        case create
        /// Changes an existing item.
        case update
        /// Changes the item if it exists, otherwise creates it.
        case createOrUpdate
        case delete
    }

    public var kind: Kind
    public var module: ModuleDescriptor
    /// The item's id. `nil` if the engine assigns one (for a new item), or if there is none (`truncate`).
    public var id: String?
    /// The server's id of the module, if it is known.
    public var moduleID: String?
    public var metadata = MetadataChanges()
    /// The values by wire name. An update leaves values unchanged that are not included. Null clears a value.
    public var values: JSONValue = .object([]) {
        didSet { checks.problems = [] }
    }
    /// The changes that depend on the stored values, of an update. They follow `values`.
    public var modifiers: [FieldModifier] = []
    /// Whether this is the complete item, with no other values or tags.
    public var isWhole = false
    /// The creation time of the item. `nil` keeps it, or uses the current time for a new item.
    public var createdAt: Date?
    /// The `updatedAt` that the writer saw. If the item was updated later, the write is a conflict. `nil` writes
    /// unconditionally.
    public var seenUpdatedAt: Date?
    /// The checks before the operation is sent or stored.
    package var checks = WriteChecks()

    public init(_ kind: Kind, _ module: ModuleDescriptor, id: String? = nil) {
        self.kind = kind
        self.module = module
        self.id = id
        moduleID = module.id
    }
}

extension WriteOperation {
    /// Creates a write of a complete item.
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
        // Without nulls, a server that merges would keep values that the item no longer has.
        if kind != .create, case .object(var members) = values {
            for field in Module.descriptor.fields.fields where values.member(field.name) == nil {
                members.append(.init(field.name, .null))
            }
            values = .object(members)
        }
        if let flaw = json.flaw {
            checks.problems = [WriteError.Field(flaw, in: json.bytes)]
        } else {
            checks.problems =
                item.metadata.shortenedRelationProblems
                + [item.values.problem("", .epochMilliseconds)].compactMap { $0 }
        }
    }

    /// Creates a write of a draft's changes.
    init<Module>(_ kind: Kind, _ draft: ContentDraft<Module>, id: String?) {
        self.init(kind, Module.descriptor, id: id)
        metadata = draft.metadata
        modifiers = draft.modifiers
        var json = JSONWriter()
        draft.writeValues(to: &json)
        values = JSONValue(written: json)
        isWhole = kind == .create
        checks.problems = draft.problems
    }
}

extension FieldTable {
    /// Replaces related items by their ids: writing an item does not write the items that it refers to.
    package func linking(_ values: JSONValue) -> JSONValue {
        guard case .object(var members) = values else { return values }
        for index in members.indices {
            guard let field = self[exactly: members[index].name] else { continue }
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

extension WriteOperation {
    /// Creates a write of a complete instance, which replaces the item with its id.
    ///
    /// The engine sets `updatedAt`.
    ///
    /// - Throws: `ContentDecodingError` if the JSON is no instance.
    package init(
        replacing instance: JSONValue, in module: ModuleDescriptor
    ) throws(ContentDecodingError) {
        let item = try AnyContent.decoder.decodeInstance(instance.data)
        self.init(.createOrUpdate, module, id: item.id)
        metadata = MetadataChanges(item.metadata)
        isWhole = true
        createdAt = item.metadata.createdAt
        // Without nulls, a server that merges would keep values that the item no longer has.
        var members: [JSONValue.Member] = if case .object(let members) = item.values { members } else { [] }
        for field in module.fields.fields where item.values.member(field.name) == nil {
            members.append(.init(field.name, .null))
        }
        values = .object(members)
    }
}

extension WriteOperation {
    /// Applies the changes that depend on stored values.
    ///
    /// - Throws: `WriteError` with the reason `invalid` if a result does not fit its field.
    package func modified(_ instance: JSONValue) throws(WriteError) -> JSONValue {
        guard !modifiers.isEmpty else { return instance }
        var values = instance.member("values") ?? .object([])
        var changed: [JSONValue.Member] = []
        for modifier in modifiers {
            guard
                let value = modifier.applied(
                    to: values.member(modifier.field), module.fields[modifier.field]?.kind)
            else {
                var failure = WriteError(.invalid, self, message: "a value cannot be changed")
                failure.fields = [
                    .init(
                        name: modifier.path,
                        message: "\(modifier.kind.rawValue) \(modifier.value) does not fit the stored value")
                ]
                throw failure
            }
            values = values.setting(modifier.field, value)
            changed.removeAll { $0.name == modifier.field }
            changed.append(.init(modifier.field, value))
        }
        let broken = module.violations(of: .object(changed))
        guard broken.isEmpty else { throw WriteError(broken, self) }
        try checkMembers(of: changed)
        return instance.setting("values", values)
    }
}

extension WriteOperation {
    /// Applies the operation to an instance. A partial operation changes the values that it names. A complete one
    /// replaces everything except what writers cannot set.
    package func instance(over base: JSONValue) -> JSONValue {
        var instance = base.removingNulls
        if let id { instance = instance.setting("id", .string(id)) }
        if let moduleID { instance = instance.setting("module", .string(moduleID)) }
        instance = metadata.applied(to: instance)
        if let createdAt { instance = instance.setting("createdAt", .integer(createdAt.milliseconds)) }
        var mergedValues = isWhole ? JSONValue.object([]) : instance.member("values") ?? .object([])
        if case .object = mergedValues {} else { mergedValues = .object([]) }
        if case .object(let members) = values {
            for member in members {
                mergedValues =
                    member.value == .null
                    ? mergedValues.removing(member.name) : mergedValues.setting(member.name, member.value)
            }
        }
        return instance.setting("values", mergedValues)
    }
}

extension MetadataChanges {
    /// Applies these changes to the instance.
    fileprivate func applied(to instance: JSONValue) -> JSONValue {
        var instance = instance
        switch name.kind {
        case .leave: break
        case .clear, .set(nil): instance = instance.removing("name")
        case .set(let text?): instance = instance.setting("name", .string(text))
        }
        switch tags.kind {
        case .leave: break
        case .clear: instance = instance.setting("tags", .array([]))
        case .set(let tags):
            var json = JSONWriter()
            tags.write(to: &json, .epochMilliseconds)
            instance = instance.setting("tags", JSONValue(written: json))
        }
        for (name, change) in dates {
            switch change.kind {
            case .leave: break
            case .clear, .set(nil): instance = instance.removing(name)
            case .set(let date?): instance = instance.setting(name, .integer(date.milliseconds))
            }
        }
        return instance
    }
}

extension JSONValue {
    /// Returns the object without the members that are null.
    fileprivate var removingNulls: JSONValue {
        guard case .object(let members) = self else { return .object([]) }
        return .object(members.filter { $0.value != .null })
    }
}
