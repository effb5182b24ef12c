import QuireCore

// Short spellings for the responses of the API.

/// The run-time value. The schema's own, which has locations, has the same name.
typealias JSONValue = QuireCore.JSONValue

extension JSONValue {
    /// An object with these members, in their order. `nil` becomes null.
    static func record(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.map { Member($0.key, $0.value ?? .null) })
    }

    /// The same object with one more member.
    func adding(_ name: String, _ value: JSONValue?) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(name, value ?? .null)])
    }
}

extension String { var json: JSONValue { .string(self) } }
extension Bool { var json: JSONValue { .boolean(self) } }
extension Int { var json: JSONValue { .integer(Int64(self)) } }
extension Int64 { var json: JSONValue { .integer(self) } }
extension Double { var json: JSONValue { isFinite ? .number(self) : .null } }
extension [JSONValue] { var json: JSONValue { .array(self) } }
extension [String] { var json: JSONValue { .array(map(JSONValue.string)) } }
