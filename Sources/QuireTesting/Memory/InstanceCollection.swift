import QuireCore
import QuireEngine
import QuireText

/// The instances of one module, by id.
struct InstanceCollection: Sendable {
    /// The positions by the bytes of ids, because composed and decomposed "é" are different ids.
    private var positions: [ExactText: Int] = [:]
    private var slots: [JSONValue?] = []
    /// The words of the instances in sets of fields that were searched, until an instance changes.
    var words: [[String]: TextCollection] = [:]

    var count: Int { positions.count }

    var instances: [JSONValue] { slots.compactMap { $0 } }

    subscript(id: String) -> JSONValue? {
        get { positions[ExactText(id)].flatMap { slots[$0] } }
        set {
            words = [:]
            let key = ExactText(id)
            if let position = positions[key] {
                slots[position] = newValue
                if newValue == nil { positions[key] = nil }
            } else if let newValue {
                positions[key] = slots.count
                slots.append(newValue)
            }
        }
    }

    /// Adds an instance or replaces the one with its id. Relations are stored as ids, as on a server.
    mutating func insert(_ instance: JSONValue, of module: ModuleDescriptor) {
        let values = instance.member("values").map(module.fields.linking)
        self[instance.instanceID] = values.map { instance.setting("values", $0) } ?? instance
    }
}

extension JSONValue {
    /// Returns the object with changed values. A member whose value becomes `nil` is removed.
    func mappingMembers(_ change: (String, JSONValue) -> JSONValue?) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.compactMap { member in change(member.name, member.value).map { Member(member.name, $0) } }
        )
    }
}
