import Foundation
import QuireCore
import QuireHTTP
import QuireToolbox

/// An object of a response, read key by key. Errors name the key and the types of values, but never a value, because
/// responses contain secrets.
struct ResponseObject: Sendable {
    let value: JSONValue
    /// The path of the object in the response. Empty for the root.
    let path: String
    /// The method and address of the call.
    let request: String

    init(_ value: JSONValue, at path: String = "", of request: String) {
        self.value = value
        self.path = path
        self.request = request
    }

    /// Creates the root object of a response.
    init(_ response: HTTPResponse, to call: HALOCall) throws {
        try self.init(
            response.body, of: "\(call.method.rawValue) /api/\(call.path.joined(separator: "/"))")
    }

    init(_ data: Data, of request: String) throws {
        self.request = request
        path = ""
        do throws(ValueDecodingError) {
            value = try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
                json.skipByteOrderMark()
                let value = try json.value()
                try json.expectEnd()
                return value
            }
        } catch {
            throw HALOResponseError(
                request: request, path: "", expected: "JSON: \(error.expected) at byte \(error.offset)",
                found: "something else")
        }
    }

    // MARK: - Required

    /// The object of a key.
    func object(_ key: String) throws -> ResponseObject {
        guard case .object? = value[key] else { throw mismatch(key, expected: "an object") }
        return ResponseObject(value[key] ?? .null, at: place(of: key), of: request)
    }

    func text(_ key: String) throws -> String {
        guard case .string(let text)? = value[key] else { throw mismatch(key, expected: "a text") }
        return text
    }

    /// A text, even if the server sends a number.
    func id(_ key: String = "id") throws -> String {
        guard let id = looseText(key), !id.isEmpty else { throw mismatch(key, expected: "a text") }
        return id
    }

    /// The value of a key, of any type.
    func element(_ key: String) throws -> ResponseObject {
        guard let element = value[key] else { throw mismatch(key, expected: "a value") }
        return ResponseObject(element, at: place(of: key), of: request)
    }

    /// The elements of an array of objects.
    func elements() throws -> [ResponseObject] {
        guard case .array(let elements) = value else { throw mismatch(nil, expected: "an array") }
        return try elements.enumerated().map { index, element in
            let response = ResponseObject(element, at: "\(path)[\(index)]", of: request)
            guard case .object = element else { throw response.mismatch(nil, expected: "an object") }
            return response
        }
    }

    func expectObject() throws {
        guard case .object = value else { throw mismatch(nil, expected: "an object") }
    }

    // MARK: - Lenient reading: values of another kind count as missing

    func looseText(_ key: String) -> String? { value[key]?.looseText }

    /// A text, even if the server sends a number or a Boolean.
    func scalarText(_ key: String) -> String? { value[key]?.scalarText }

    func looseInteger(_ key: String) -> Int? { value[key]?.looseInteger.flatMap { Int(exactly: $0) } }

    func looseBoolean(_ key: String) -> Bool? { value[key]?.looseBoolean }

    /// Milliseconds since 1970, possibly as a text, or RFC 3339.
    func looseDate(_ key: String) -> Date? {
        guard let value = value[key] else { return nil }
        if let number = value.looseNumber { return Date(timeIntervalSince1970: number / 1000) }
        guard case .string(let text) = value else { return nil }
        return Moment(rfc3339: text)?.date
    }

    /// The value of a key, or null if it is missing.
    func loose(_ key: String) -> ResponseObject {
        ResponseObject(value[key] ?? .null, at: place(of: key), of: request)
    }

    /// The texts of an array, and its numbers as texts. Other elements are skipped.
    func looseTexts(_ key: String) -> [String] {
        guard case .array(let elements)? = value[key] else { return [] }
        return elements.compactMap(\.looseText)
    }

    /// The objects of an array. Other elements are skipped.
    func looseObjects(_ key: String) -> [ResponseObject] {
        guard case .array(let elements)? = value[key] else { return [] }
        return elements.enumerated().compactMap { index, element in
            guard case .object = element else { return nil }
            return ResponseObject(element, at: "\(place(of: key))[\(index)]", of: request)
        }
    }

    // MARK: - Errors

    func mismatch(_ key: String?, expected: String, found: String? = nil) -> HALOResponseError {
        let member = key.map { value[$0] } ?? value
        return HALOResponseError(
            request: request, path: key.map(place) ?? path, expected: expected,
            found: found ?? Self.kind(of: member))
    }

    private func place(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    private static func kind(of value: JSONValue?) -> String {
        switch value {
        case nil: "nothing"
        case .null?: "null"
        case .boolean?: "a Boolean"
        case .integer?, .number?: "a number"
        case .string?: "a text"
        case .array?: "an array"
        case .object?: "an object"
        }
    }
}

/// A successful response with unexpected content.
///
/// It contains the path and the types of values, but never a value.
public struct HALOResponseError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// Method and path, for example `GET /api/generalcontent/module`.
    public var request: String
    /// The path in the response, for example `[3].name`. Empty for the root.
    public var path: String
    public var expected: String
    public var found: String

    public var description: String {
        PlainText.error(
            "\(request): expected \(expected) at \(path.isEmpty ? "the response" : path), found \(found)",
            "Check that the address is HALO's and that no proxy responds in its place.")
    }

    public var errorDescription: String? { description }
}
