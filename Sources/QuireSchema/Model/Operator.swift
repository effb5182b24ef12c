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

extension FieldType {
    /// The operators that a schema may list for a field of the type. A scalar has those of its base.
    public func allowedOperators(base: Scalar.Base? = nil) -> [Operator] {
        switch self {
        case .text, .longText, .html:
            return [.equal, .notEqual] + Operator.ordering + [.in, .notIn] + Operator.matching + [.between]
        case .integer, .number, .date, .time, .dateTime:
            return [.equal, .notEqual] + Operator.ordering + [.in, .notIn, .between]
        case .boolean:
            return [.equal, .notEqual]
        case .url, .image, .video, .audio, .document:
            return [.equal, .notEqual, .in, .notIn] + Operator.matching
        case .color, .choice, .relation:
            return [.equal, .notEqual, .in, .notIn]
        case .choices, .relations:
            return [.in, .notIn, .contains]
        case .geopoint:
            return [.near, .within]
        case .json, .object, .localizedText:
            return []
        case .list(let element):
            return element.allowedOperatorsOfList(base: base)
        case .scalar:
            return base?.allowedOperators ?? []
        }
    }

    /// The operators of a field that lists none: all allowed ones, except orderings of texts, which compare bytes and
    /// are rarely what you want, and exact matches of long texts.
    public func defaultOperators(base: Scalar.Base? = nil) -> [Operator] {
        switch self {
        case .text:
            return [.equal, .notEqual, .in, .notIn] + Operator.matching
        case .longText, .html:
            return Operator.matching
        case .list(let element):
            switch element {
            case .text, .longText, .html: return [.in, .notIn, .contains]
            default: return allowedOperators(base: base)
            }
        default:
            return allowedOperators(base: base)
        }
    }

    /// For a list, `contains` means "any element equals", `in` means "any element is one of", and orderings apply to
    /// any element.
    private func allowedOperatorsOfList(base: Scalar.Base?) -> [Operator] {
        let ofElement = allowedOperators(base: base)
        if !ofElement.contains(.in) { return ofElement.contains(.equal) ? [.contains] : [] }
        if !ofElement.contains(.less) { return [.in, .notIn, .contains] }
        return Operator.ordering + [.in, .notIn, .contains, .between]
    }
}

extension Scalar.Base {
    var allowedOperators: [Operator] {
        switch self {
        case .text: return [.equal, .notEqual, .in, .notIn] + Operator.matching
        case .integer: return FieldType.integer.allowedOperators()
        case .number: return FieldType.number.allowedOperators()
        case .boolean: return FieldType.boolean.allowedOperators()
        case .json: return []
        }
    }
}
