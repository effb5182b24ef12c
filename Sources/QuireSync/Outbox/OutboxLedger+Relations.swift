import QuireCore
import QuireEngine
import QuireText

/// Writes that refer to other items need these items on the server first.
extension OutboxLedger {
    /// Whether the server does not have an item, as far as is known.
    func isMissing(_ id: String, in module: String) throws -> Bool {
        try transaction.base(of: id, in: module)?.current == nil
    }

    /// Sends the writes again that the server rejected before it had an item that they refer to.
    ///
    /// - Parameter number: The entry that created the item.
    func sendAgain(dependentsOf id: String, in module: String, createdBy number: Int64) throws {
        let key = OutboxItemKey(module, id)
        var rejected: [Int64] = []
        try transaction.eachHead { head in
            if head.state == .refused { rejected.append(head.number) }
            // What follows was not rejected before.
            return head.state == .refused || head.state == .conflict || head.number <= number
        }
        for number in rejected {
            guard var entry = try transaction.entry(number), entry.operation.relatedItems.contains(key) else {
                continue
            }
            entry.state = .waiting
            entry.failure = nil
            try transaction.replace(entry)
        }
    }

    /// Rejects the writes that refer to an item if the server does not have it, and no pending write creates it any more.
    func refuseDependents(onLost id: String, in module: String) throws {
        let remaining = try transaction.entries(of: id, in: module)
        guard try isMissing(id, in: module), !remaining.contains(where: \.creates) else { return }
        let key = OutboxItemKey(module, id)
        for var entry in try transaction.allEntries() where entry.state == .waiting {
            let own = entry.operation.id.map { OutboxItemKey(entry.operation.module.name, $0) }
            guard own != key, entry.operation.relatedItems.contains(key) else { continue }
            entry.state = .refused
            entry.lastError = nil
            entry.failure = WriteError(
                .invalid, entry.operation,
                message:
                    "it refers to \(module) \(id), which the server does not have: its own write was dropped")
            try transaction.replace(entry)
        }
    }
}

extension OutboxEntry {
    /// Whether the item may be new on the server.
    var creates: Bool { operation.kind == .create || operation.kind == .createOrUpdate }
}

/// An item of a module.
struct OutboxItemKey: Hashable {
    private let module: String
    private let id: ExactText

    init(_ module: String, _ id: String) {
        self.module = module
        self.id = ExactText(id)
    }
}

extension WriteOperation {
    /// The items that the values refer to.
    var relatedItems: Set<OutboxItemKey> {
        var items: Set<OutboxItemKey> = []
        module.fields.addRelatedItems(of: values, to: &items)
        return items
    }
}

extension FieldTable {
    fileprivate func addRelatedItems(of values: JSONValue, to items: inout Set<OutboxItemKey>) {
        guard case .object(let members) = values else { return }
        for member in members { self[member.name]?.kind.addRelatedItems(of: member.value, to: &items) }
    }
}

extension FieldKind {
    fileprivate func addRelatedItems(of value: JSONValue, to items: inout Set<OutboxItemKey>) {
        switch (self, value) {
        case (.relation(let module), .string(let id)): items.insert(OutboxItemKey(module, id))
        case (.object(let table), .object): table.addRelatedItems(of: value, to: &items)
        case (_, .array(let elements)):
            guard let element = listElement else { return }
            for value in elements { element.addRelatedItems(of: value, to: &items) }
        default: break
        }
    }
}
