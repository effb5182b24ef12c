import Foundation
import QuireCore
import QuireText
import QuireToolbox

/// An object in a request's body, read key by key. Every error names the place.
///
/// A null counts as a missing key, and unknown keys are ignored.
package struct BodyObject: Sendable {
    package let members: [JSONValue.Member]
    /// The path of the object in the body: `pagination`; empty for the body itself.
    package let path: String

    /// Reads a request's body; an empty one is an empty object.
    ///
    /// - Parameter most: The maximum size of this call's body in bytes, if it is lower than that of others.
    package init(_ request: ServedRequest, most: Int = .max) throws(APIError) {
        try JSONBody.checkSize(request, most)
        guard !request.body.isEmpty else {
            members = []
            path = ""
            return
        }
        let value = try JSONBody.read(request)
        guard case .object(let members) = value else {
            throw APIError(400, "The body is expected to be an object; it is \(value.kindName).")
        }
        self.members = members
        path = ""
    }

    package init(members: [JSONValue.Member], path: String) {
        self.members = members
        self.path = path
    }

    package init(_ value: JSONValue, at path: String) throws(APIError) {
        guard case .object(let members) = value else {
            throw APIError(400, "\(path): expected an object, found \(value.kindName)")
        }
        self.members = members
        self.path = path
    }

    package func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// The value of a key as it was sent; null stays null.
    package func raw(_ key: String) -> JSONValue? { members.first { $0.name == key }?.value }

    package subscript(key: String) -> JSONValue? {
        switch raw(key) {
        case nil, .null?: nil
        case let value?: value
        }
    }

    package func mismatch(_ key: String, _ expected: String) -> APIError {
        APIError(400, "\(place(key)): expected \(expected), found \(self[key]?.kindName ?? "nothing")")
    }

    package func text(_ key: String) throws(APIError) -> String? {
        switch self[key] {
        case nil: return nil
        case .string(let text)?: return text
        default: throw mismatch(key, "a text")
        }
    }

    package func requiredText(_ key: String) throws(APIError) -> String {
        guard let text = try text(key), !text.isEmpty else { throw mismatch(key, "a text that is not empty") }
        return text
    }

    package func texts(_ key: String) throws(APIError) -> [String]? {
        guard let elements = try array(key) else { return nil }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard case .string(let text) = element else {
                throw APIError(400, "\(place(key))[\(index)]: expected a text, found \(element.kindName)")
            }
            texts.append(text)
        }
        return texts
    }

    package func array(_ key: String) throws(APIError) -> [JSONValue]? {
        switch self[key] {
        case nil: return nil
        case .array(let elements)?: return elements
        default: throw mismatch(key, "a list")
        }
    }

    package func object(_ key: String) throws(APIError) -> BodyObject? {
        guard let value = self[key] else { return nil }
        return try BodyObject(value, at: place(key))
    }

    /// A whole number, also with a decimal point, as in `7.0`.
    package func integer(_ key: String) throws(APIError) -> Int64? {
        switch self[key] {
        case nil: return nil
        case .integer(let number)?: return number
        case .number(let number)?:
            guard let whole = Int64(exactly: number) else { throw mismatch(key, "a whole number") }
            return whole
        default: throw mismatch(key, "a whole number")
        }
    }

    /// A Boolean. HALO's iOS SDK writes it as a text.
    package func boolean(_ key: String) throws(APIError) -> Bool? {
        switch self[key] {
        case nil: return nil
        case .boolean(let truth)?: return truth
        case .string("true")?: return true
        case .string("false")?: return false
        default: throw mismatch(key, "true or false")
        }
    }
}

/// The JSON of a request's body.
enum JSONBody {
    static func checkSize(_ request: ServedRequest, _ most: Int) throws(APIError) {
        guard request.body.count <= most else {
            throw APIError(
                413, "The body has \(request.body.count) bytes; a body of this call has at most \(most).")
        }
    }

    /// Reads a body whose Content-Type is JSON.
    ///
    /// A web page can send forms and plain text to any server without a preflight, but not JSON.
    static func read(_ request: ServedRequest) throws(APIError) -> JSONValue {
        guard let type = try MediaType(of: request) else {
            throw APIError(
                415, "The body has no Content-Type. Send it with \"Content-Type: application/json\".")
        }
        guard type.isJSON else {
            throw APIError(
                415,
                "The body's Content-Type is \"\(type.name.shortened)\"; this call takes application/json.")
        }
        let value: JSONValue
        do throws(ValueDecodingError) {
            let result = request.body.withUnsafeBytes { bytes -> Result<JSONValue, ValueDecodingError> in
                do throws(ValueDecodingError) {
                    return .success(
                        try JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
                            let value = try json.value()
                            try json.expectEnd()
                            return value
                        })
                } catch {
                    return .failure(error)
                }
            }
            value = try result.get()
        } catch {
            throw APIError(
                400,
                "The body cannot be read as JSON: expected \(error.expected) at byte \(error.offset) of \(request.body.count)."
            )
        }
        guard !value.exceedsMarkLimit else {
            throw APIError(400, CombiningMarks.problem("A key or a text of the body"))
        }
        return value.withoutRepeatedKeys
    }
}

extension JSONValue {
    /// A description of the value for error messages: `the text "abc"`, `a list`.
    package var kindName: String {
        switch self {
        case .null: "null"
        case .boolean(let truth): "\(truth)"
        case .integer(let number): "the number \(number)"
        case .number(let number): "the number \(number)"
        case .string(let text): "the text \"\(text.shortened)\""
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSONValue {
    /// The value, with each key of an object only once. The last value of a repeated key counts, as in JavaScript.
    ///
    /// Two parsers can interpret repeated keys differently. Therefore they are removed before a body is checked.
    var withoutRepeatedKeys: JSONValue { hasRepeatedKeys ? keepingLastOfEachKey : self }

    private var keepingLastOfEachKey: JSONValue {
        switch self {
        case .object(let members):
            .object(members.lastOfEachName.map { .init($0.name, $0.value.keepingLastOfEachKey) })
        case .array(let elements): .array(elements.map(\.keepingLastOfEachKey))
        default: self
        }
    }

    /// Whether an object in the value may repeat a key. Two spellings of a character count as equal here.
    private var hasRepeatedKeys: Bool {
        switch self {
        case .object(let members):
            Set(members.map(\.name)).count < members.count || members.contains { $0.value.hasRepeatedKeys }
        case .array(let elements): elements.contains(where: \.hasRepeatedKeys)
        default: false
        }
    }
}

extension [JSONValue.Member] {
    /// The members with each name once, in the order of first occurrence, each with its last value. Names are compared
    /// by their bytes.
    var lastOfEachName: [JSONValue.Member] {
        var places: [ExactText: Int] = [:]
        var members: [JSONValue.Member] = []
        for member in self {
            if let place = places.updateValue(members.count, forKey: ExactText(member.name)) {
                places[ExactText(member.name)] = place
                members[place].value = member.value
            } else {
                members.append(member)
            }
        }
        return members
    }
}
