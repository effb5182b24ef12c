import QuireSchema

/// Which fields can be compared with each other.
enum FieldComparison {
    /// Throws if the code of the comparison would not compile.
    static func check(
        _ field: ExploredField, _ operation: Operator, _ other: ExploredField, _ place: QueryPlace
    ) throws(ExplorerError) {
        switch operation {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: break
        default: throw place.error("\(operation.rawValue) compares with a value, not with another field.")
        }
        let isComparable =
            !field.isList && !other.isList && type(field) == type(other)
            && other.field.operators.contains { $0 != .isNull }
        guard isComparable else {
            throw place.error(
                "\"\(field.name)\" and \"\(other.name)\" have different types, so they cannot be compared.")
        }
        if field.relatedModule != other.relatedModule {
            throw place.error("\"\(field.name)\" and \"\(other.name)\" lead to different modules.")
        }
    }

    /// The Swift type without its optional.
    private static func type(_ field: ExploredField) -> String {
        field.names.type.hasSuffix("?") ? String(field.names.type.dropLast()) : field.names.type
    }
}
