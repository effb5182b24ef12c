/// A filter operator, spelled in a schema as in HALO's wire format if it exists there, otherwise as a word.
public enum Operator: String, CaseIterable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case `in` = "in"
    case notIn = "!in"
    case like = "like"
    case contains = "contains"
    case hasPrefix = "hasPrefix"
    case hasSuffix = "hasSuffix"
    case between = "between"
    case near = "near"
    case within = "within"
    /// Never listed in a schema. Every optional field of a module has it.
    case isNull = "isNull"

    static let ordering: [Operator] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
    static let matching: [Operator] = [.like, .contains, .hasPrefix, .hasSuffix]
}
