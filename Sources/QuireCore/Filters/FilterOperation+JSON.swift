// The parts of a leaf that its operation and its type decide, so that each is one copy of bytes.

extension FilterOperation {
    /// The start of a leaf in HALO's wire format, up to the property.
    var opening: StaticString {
        switch self {
        case .equal: #""operation":"=","property":"#
        case .notEqual: #""operation":"!=","property":"#
        case .greater: #""operation":">","property":"#
        case .greaterOrEqual: #""operation":">=","property":"#
        case .less: #""operation":"<","property":"#
        case .lessOrEqual: #""operation":"<=","property":"#
        case .in: #""operation":"in","property":"#
        case .notIn: #""operation":"!in","property":"#
        case .like: #""operation":"like","property":"#
        case .contains: #""operation":"contains","property":"#
        case .hasPrefix: #""operation":"hasPrefix","property":"#
        case .hasSuffix: #""operation":"hasSuffix","property":"#
        case .between: #""operation":"between","property":"#
        case .near: #""operation":"near","property":"#
        case .within: #""operation":"within","property":"#
        case .notGreater: #""operation":"!>","property":"#
        case .notGreaterOrEqual: #""operation":"!>=","property":"#
        case .notLess: #""operation":"!<","property":"#
        case .notLessOrEqual: #""operation":"!<=","property":"#
        case .notLike: #""operation":"!like","property":"#
        case .notContains: #""operation":"!contains","property":"#
        case .notHasPrefix: #""operation":"!hasPrefix","property":"#
        case .notHasSuffix: #""operation":"!hasSuffix","property":"#
        case .notBetween: #""operation":"!between","property":"#
        case .notNear: #""operation":"!near","property":"#
        case .notWithin: #""operation":"!within","property":"#
        }
    }
}

extension WireType {
    /// The end of a leaf in HALO's wire format, after the value.
    var ending: StaticString {
        switch self {
        case .string: #","type":"string""#
        case .number: #","type":"number""#
        case .date: #","type":"date""#
        case .null: #","type":"null""#
        }
    }
}
