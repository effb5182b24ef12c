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

    init(_ answer: ResponseObject) throws {
        id = answer.looseText("id")
        name = try answer.text("name")
        description = answer.looseText("description")
        module = answer.looseText("module")
        type = HALOFieldType(answer.loose("fieldType"))
        format = HALOFieldFormat(answer.value["format"])
        customerID = answer.looseInteger("customerId")
        createdAt = answer.looseDate("createdAt")
        updatedAt = answer.looseDate("updatedAt")
        deletedAt = answer.looseDate("deletedAt")
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

    init(_ answer: ResponseObject) {
        // Without fields, a server sends only the type's id.
        if case .string(let id) = answer.value { self.id = id } else { id = answer.looseText("id") }
        name = answer.looseText("name")
        isLongValue = answer.looseBoolean("isLongValue") ?? false
        rules = answer.looseObjects("rules").compactMap(HALORule.init)
        createdAt = answer.looseDate("createdAt")
        updatedAt = answer.looseDate("updatedAt")
        deletedAt = answer.looseDate("deletedAt")
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

    init?(_ answer: ResponseObject) {
        guard let rule = answer.looseText("rule") else { return nil }
        self.rule = rule
        parameters = if case .array(let values)? = answer.value["params"] { values } else { [] }
        error = answer.looseText("error")
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
