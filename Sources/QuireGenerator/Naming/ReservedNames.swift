/// Names that are reserved by Swift or by the generated code.
package enum ReservedNames {
    /// Escapes a keyword with backticks.
    package static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Whether the name is a keyword, which cannot name a program.
    package static func isKeyword(_ name: String) -> Bool { keywords.contains(name) }

    /// Escapes a parameter label, where nearly every keyword is allowed.
    static func escapedLabel(_ name: String) -> String {
        ["inout", "let", "var", "_"].contains(name) ? "`\(name)`" : name
    }

    /// The replacement for a type name that is reserved.
    package static func typeName(_ name: String, suffix: String, also reserved: Set<String> = []) -> String {
        impossibleTypes.contains(name) || reserved.contains(name) ? name + suffix : name
    }

    /// The replacement for a property name that is reserved.
    ///
    /// - Parameter isMember: Whether it is also a member of items and drafts, which fields of objects are not.
    package static func propertyName(_ name: String, isMember: Bool = true) -> String {
        impossibleProperties.contains(name) || isMember && ownMembers.contains(name) ? name + "Field" : name
    }

    /// The replacement for a choice value that is reserved or misleading: `\.language == .none` would silently mean
    /// `nil`.
    package static func valueName(_ name: String) -> String {
        impossibleValues.contains(name) ? name + "Value" : name
    }

    /// Names that parameters hide in generated members.
    static let parameters: Set<String> = ["reader", "writer", "visitor"]

    private static let impossibleProperties: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "hashValue",
    ]

    /// The members of `Content` and `ContentDraft`. A field with such a name could not be read or written through them.
    private static let ownMembers: Set<String> = [
        "debugDescription", "encode", "hash", "id", "isEmpty", "metadata", "values", "writeValues",
    ]

    private static let impossibleValues: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "none", "some", "allKnown", "allCases", "hashValue",
        "rawValue",
    ]

    private static let impossibleTypes: Set<String> = [
        // Reserved by the language.
        "Any", "Protocol", "Self", "Type", "_", "any", "each", "init", "self", "some",
        // The members of every module and their associated types.
        "Fields", "Values", "Draft", "ItemMetadata", "SortMetadata", "ConditionScope", "Unwrapped",
        "Contained", "RawValue",
        // Used by the schema index.
        "ContentSchema",
        // Qualifiers of hidden names: `Swift.String`.
        "Foundation", "Quire", "Swift",
        // Members that hide a type with that name where the code uses it.
        "absent", "descriptor", "encode", "filterValue", "hash", "hashValue", "isAbsent", "query", "read",
        "rawValue", "reader",
        "table", "visitRelations", "visitor", "write", "writer",
        // The same for the decoys of the id and metadata.
        "archivedAt", "createdAt", "createdBy", "deletedAt", "deletedBy", "id", "name", "publishedAt",
        "removedAt",
        "updatedAt", "updatedBy",
        // The literal types: a type with such a name would change what `"text"` means in the whole target.
        "BooleanLiteralType", "ExtendedGraphemeClusterType", "FloatLiteralType", "IntegerLiteralType",
        "StringLiteralType", "UnicodeScalarType",
    ]

    private static let keywords: Set<String> = [
        "Any", "Self", "_", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "didSet", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "get", "guard", "if", "import", "in", "init", "inout", "internal",
        "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "set", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while", "willSet",
    ]
}

/// The metadata of an item, as declared by `ContentMetadata` and `MetaFields`.
enum ItemMetadata {
    static let sortable: Set<String> = [
        "name", "createdAt", "updatedAt", "publishedAt", "removedAt", "archivedAt", "deletedAt", "createdBy",
        "updatedBy", "deletedBy",
    ]

    static let names = sortable.union([
        "module", "tags", "revision", "customerId", "externalId", "pushSchedule", "unknownValues",
    ])
}
