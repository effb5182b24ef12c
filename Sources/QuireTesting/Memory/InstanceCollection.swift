import QuireCore
import QuireEngine

/// The instances of one module, by id.
struct InstanceCollection: Sendable {
    /// Ids as bytes: "é" in its two spellings is two ids.
    private var positions: [[UInt8]: Int] = [:]
    private var slots: [JSONValue?] = []

    var count: Int { positions.count }

    var instances: [JSONValue] { slots.compactMap { $0 } }

    subscript(id: String) -> JSONValue? {
        get { positions[Array(id.utf8)].flatMap { slots[$0] } }
        set {
            let key = Array(id.utf8)
            if let position = positions[key] {
                slots[position] = newValue
                if newValue == nil { positions[key] = nil }
            } else if let newValue {
                positions[key] = slots.count
                slots.append(newValue)
            }
        }
    }

    /// Adds an instance or replaces the one of its id; relations are kept as ids, as a server keeps them.
    mutating func insert(_ instance: JSONValue, of module: ModuleDescriptor) {
        let values = instance.member("values")?.mappingMembers { name, value in
            guard let field = module.fields[exactly: name] else { return value }
            switch field.kind {
            case .relation: return value.asLink
            case .relations:
                guard case .array(let links) = value else { return value }
                return .array(links.map(\.asLink))
            default: return value
            }
        }
        self[instance.instanceID] = values.map { instance.settingMember("values", $0) } ?? instance
    }
}

extension JSONValue {
    /// The id alone of a related instance that was included; anything else as it is.
    fileprivate var asLink: JSONValue {
        if case .string? = member("id") { .string(instanceID) } else { self }
    }

    /// An object with its values changed; a member that becomes nil is left out.
    func mappingMembers(_ change: (String, JSONValue) -> JSONValue?) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.compactMap { member in change(member.name, member.value).map { Member(member.name, $0) } }
        )
    }

    func settingMember(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(var members) = self else { return self }
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].value = value
        } else {
            members.append(Member(name, value))
        }
        return .object(members)
    }
}
