import Foundation
import QuireCore

/// A field of a module.
public struct HALOField: Sendable, Hashable {
    public var id: String?
    /// Free text: what `values` has as its key, for example `Artwork ID`.
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

    init(_ answer: HALOAnswer) throws {
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

/// The type of a field, with the rules that the server checks values by.
public struct HALOFieldType: Sendable, Hashable {
    public var id: String?
    /// For example `Boolean`.
    public var name: String?
    /// Whether searches need `enablesSlowSearch` to look into it.
    public var isLongValue: Bool
    public var rules: [HALORule]
    public var createdAt: Date?
    public var updatedAt: Date?
    public var deletedAt: Date?

    /// The types that are known; others have a name and an id only.
    public enum Kind: Int, Sendable, Hashable, CaseIterable {
        case text = 1, number, website, youtube, image, date, time, boolean, color, multipleRelation,
            singleRelation, longText, object, list, localizedText, video, multipleChoice, singleChoice,
            multipleSelect, singleSelect, audio
    }

    /// By the type's id; `nil` for a type that is not known here.
    public var kind: Kind? {
        guard let id, id.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(id).flatMap(Kind.init(rawValue:))
    }

    init(_ answer: HALOAnswer) {
        // A server that is asked for less sends the type's id alone.
        if case .string(let id) = answer.value { self.id = id } else { id = answer.looseText("id") }
        name = answer.looseText("name")
        isLongValue = answer.looseBoolean("isLongValue") ?? false
        rules = answer.looseObjects("rules").compactMap(HALORule.init)
        createdAt = answer.looseDate("createdAt")
        updatedAt = answer.looseDate("updatedAt")
        deletedAt = answer.looseDate("deletedAt")
    }
}

/// A rule that the server checks a value by.
public struct HALORule: Sendable, Hashable {
    /// For example `isLength` or `custom||isStrictBoolean`.
    public var rule: String
    /// Texts or numbers: `[0, 1000]` for `isLength`, an expression for `matches`.
    public var parameters: [JSONValue]
    /// What the server names where a value breaks it, for example `validator.6`.
    public var error: String?

    init?(_ answer: HALOAnswer) {
        guard let rule = answer.looseText("rule") else { return nil }
        self.rule = rule
        parameters = if case .array(let values)? = answer.value["params"] { values } else { [] }
        error = answer.looseText("error")
    }
}

/// What a field has beside its type: choices, and what stands in for a missing value.
public struct HALOFieldFormat: Sendable, Hashable {
    /// The choices; empty for fields of other types.
    public var values: [String]
    /// `nil` where there is none.
    public var defaultValue: JSONValue?
    /// As the server has it: an object, or an empty text.
    public var json: JSONValue?

    init(_ value: JSONValue?) {
        json = value
        values = HALOAnswer(value ?? .null, of: "").looseTexts("values")
        defaultValue = value?["default"].flatMap { $0 == .null ? nil : $0 }
    }
}
