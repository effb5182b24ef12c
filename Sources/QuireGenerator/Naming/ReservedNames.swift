/// Names that Swift or the generated code keeps for itself.
package enum ReservedNames {
    /// Writes a name so that it can stand in code: a keyword gets its back-ticks.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Writes a name so that it can stand before a parameter's colon, where nearly every keyword is plain.
    static func escapedLabel(_ name: String) -> String {
        ["inout", "let", "var", "_"].contains(name) ? "`\(name)`" : name
    }

    /// The name that a type gets instead of one that it cannot have.
    package static func typeName(_ name: String, suffix: String, also reserved: Set<String> = []) -> String {
        impossibleTypes.contains(name) || reserved.contains(name) ? name + suffix : name
    }

    /// The name that a property gets instead of one that it cannot have.
    ///
    /// - Parameter isMember: Whether it is a member of items and drafts too: a field of a module, not one of an object.
    package static func propertyName(_ name: String, isMember: Bool = true) -> String {
        impossibleProperties.contains(name) || isMember && ownMembers.contains(name) ? name + "Field" : name
    }

    /// The name that a choice's value gets instead of one that it cannot have, or should not:
    /// `\.language == .none` would quietly mean `nil`.
    package static func valueName(_ name: String) -> String {
        impossibleValues.contains(name) ? name + "Value" : name
    }

    /// Names that a parameter hides in the members that are generated.
    static let parameters: Set<String> = ["reader", "writer", "visitor"]

    private static let impossibleProperties: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "hashValue",
    ]

    /// The members that `Content` and `ContentDraft` declare: a field of such a name could not be read or written through
    /// them.
    private static let ownMembers: Set<String> = [
        "debugDescription", "encode", "hash", "id", "isEmpty", "metadata", "values", "writeValues",
    ]

    private static let impossibleValues: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "none", "some", "allKnown", "allCases", "hashValue",
        "rawValue",
    ]

    private static let impossibleTypes: Set<String> = [
        // The language's.
        "Any", "Protocol", "Self", "Type", "_", "any", "each", "init", "self", "some",
        // The members of every module and the associated types that they meet.
        "Fields", "Values", "Draft", "ItemMetadata", "SortMetadata", "Unwrapped", "Contained", "RawValue",
        // The index's own.
        "ContentSchema",
        // Where hidden names are found: `Swift.String`.
        "Foundation", "Quire", "Swift",
        // Members that hide a type of that name where the code names it.
        "absent", "descriptor", "encode", "filterValue", "hash", "hashValue", "isAbsent", "query", "read",
        "rawValue", "reader",
        "table", "visitRelations", "visitor", "write", "writer",
        // The same, of what only explains that the id and metadata are not fields.
        "archivedAt", "createdAt", "createdBy", "deletedAt", "deletedBy", "id", "name", "publishedAt",
        "removedAt",
        "updatedAt", "updatedBy",
        // What literals are made of: a type of that name changes what `"text"` is in the whole target.
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
