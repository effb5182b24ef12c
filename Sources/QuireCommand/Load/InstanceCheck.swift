import Foundation
import QuireCore
import QuireEngine

/// Parses an instance from a line, and checks that its values fit the schema. Lines that a store would reject are thus
/// rejected before they are sent to a cluster, too.
struct InstanceCheck: Sendable {
    let module: ModuleDescriptor
    /// Whether every required field of an item must have a value.
    let requiresFields: Bool

    /// - Parameter unknown: Called with the unknown keys of each line, even if the line does not fit.
    func instance(
        _ line: UnsafeRawBufferPointer, unknown: ([String]) -> Void = { _ in }
    ) throws(ContentDecodingError) -> JSONValue {
        let instance: JSONValue
        do throws(ValueDecodingError) {
            instance = try JSONValue(parsing: module.underCurrentNames(line).map { Data($0) } ?? Data(line))
        } catch {
            throw failure(
                nil, path: "", expected: "\(error.expected) at byte \(error.offset)",
                value: Self.excerpt(line, from: error.offset), offset: error.offset)
        }
        guard case .object = instance else {
            throw failure(
                nil, path: "", expected: "an instance, an object with id and values", value: instance)
        }
        unknown(module.unknownKeys(of: instance))
        guard case .string(let id)? = instance.member("id"), !id.isEmpty else {
            throw failure(
                nil, path: "id", expected: "an id, a text that is not empty", value: instance.member("id"))
        }
        for field in FieldTable.metadata.fields + [.tags] {
            try check(instance.member(field.name), field, id: id, at: field.name)
        }
        let values = instance.member("values") ?? .null
        if values != .null {
            guard case .object = values else {
                throw failure(id, path: "values", expected: "an object of values", value: values)
            }
        }
        for field in module.fields.fields {
            let value = values.member(field.name) ?? .null
            if requiresFields, field.isRequired, value == .null {
                throw failure(
                    id, path: "values.\(field.name)", expected: "a value, because the field is required",
                    value: nil)
            }
            try check(value, field, id: id, at: "values.\(field.name)")
        }
        return instance
    }

    /// The constraints that an instance breaks. A cluster cannot check `unique`.
    func violations(of instance: JSONValue) -> [ConstraintViolation] {
        module.violations(of: instance.member("values") ?? .null)
    }

    private func check(
        _ value: JSONValue?, _ field: FieldDescriptor, id: String, at path: String
    ) throws(ContentDecodingError) {
        guard let part = field.unreadablePart(of: value ?? .null, at: path) else { return }
        throw failure(id, path: part.path, expected: part.expected, value: part.value)
    }

    private func failure(
        _ id: String?, path: String, expected: String, value: JSONValue?
    ) -> ContentDecodingError {
        failure(
            id, path: path, expected: expected, value: value.map { "\($0)".shortened(to: 40) } ?? "nothing",
            offset: nil)
    }

    private func failure(
        _ id: String?, path: String, expected: String, value: String, offset: Int?
    ) -> ContentDecodingError {
        ContentDecodingError(
            module: module.name, id: id, path: path, byteOffset: offset, expected: expected, found: value)
    }

    private static func excerpt(_ line: UnsafeRawBufferPointer, from offset: Int) -> String {
        guard offset < line.count else { return "the end of the line" }
        return String(decoding: line[max(0, offset)...].prefix(60), as: UTF8.self).shortened(to: 40)
    }
}
