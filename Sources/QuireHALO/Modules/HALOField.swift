import Foundation
import QuireCore

/// A field of a module.
public struct HALOField: Sendable, Hashable {
    public var id: String?
    /// The key in `values`, which can be any text, for example `Artwork ID`.
    public var name: String
    public var description: String?
    /// The module's id.
    public var module: String?
    public var type: HALOFieldType
    public var format: HALOFieldFormat
    public var customerID: Int?
    public var createdAt: Date?
    public var updatedAt: Date?
    public var deletedAt: Date?

    init(_ response: ResponseObject) throws {
        id = response.looseText("id")
        name = try response.text("name")
        description = response.looseText("description")
        module = response.looseText("module")
        type = HALOFieldType(response.loose("fieldType"))
        format = HALOFieldFormat(response.value["format"])
        customerID = response.looseInteger("customerId")
        createdAt = response.looseDate("createdAt")
        updatedAt = response.looseDate("updatedAt")
        deletedAt = response.looseDate("deletedAt")
    }
}

/// The type of a field and its validation rules.
public struct HALOFieldType: Sendable, Hashable {
    public var id: String?
    /// For example `Boolean`.
    public var name: String?
    /// Whether searching it requires `enablesSlowSearch`.
    public var isLongValue: Bool
    public var rules: [HALORule]
    public var createdAt: Date?
    public var updatedAt: Date?
    public var deletedAt: Date?

    /// The known types. Others only have a name and an id.
    public enum Kind: Int, Sendable, Hashable, CaseIterable {
        case text = 1, number, website, youtube, image, date, time, boolean, color, multipleRelation,
            singleRelation, longText, object, list, localizedText, video, multipleChoice, singleChoice,
            multipleSelect, singleSelect, audio
    }

    /// The kind for the type's id, or `nil` for an unknown type.
    public var kind: Kind? {
        guard let id, id.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(id).flatMap(Kind.init(rawValue:))
    }

    init(_ response: ResponseObject) {
        // Without fields, a server sends only the type's id.
        if case .string(let id) = response.value { self.id = id } else { id = response.looseText("id") }
        name = response.looseText("name")
        isLongValue = response.looseBoolean("isLongValue") ?? false
        rules = response.looseObjects("rules").compactMap(HALORule.init)
        createdAt = response.looseDate("createdAt")
        updatedAt = response.looseDate("updatedAt")
        deletedAt = response.looseDate("deletedAt")
    }
}

/// A validation rule.
public struct HALORule: Sendable, Hashable {
    /// For example `isLength` or `custom||isStrictBoolean`.
    public var rule: String
    /// The parameters as texts or numbers: `[0, 1000]` for `isLength`, an expression for `matches`.
    public var parameters: [JSONValue]
    /// The error code for values that violate it, for example `validator.6`.
    public var error: String?

    init?(_ response: ResponseObject) {
        guard let rule = response.looseText("rule") else { return nil }
        self.rule = rule
        parameters = if case .array(let values)? = response.value["params"] { values } else { [] }
        error = response.looseText("error")
    }
}

/// The format of a field: its choices and default value.
public struct HALOFieldFormat: Sendable, Hashable {
    /// The choices. Empty for fields of other types.
    public var values: [String]
    /// `nil` if there is none.
    public var defaultValue: JSONValue?
    /// The server's value: an object, or an empty text.
    public var json: JSONValue?

    init(_ value: JSONValue?) {
        json = value
        values = ResponseObject(value ?? .null, of: "").looseTexts("values")
        defaultValue = value?["default"].flatMap { $0 == .null ? nil : $0 }
    }
}
