import QuireCore

/// A property that an item must have to match a test.
///
/// The hub finds the live queries that an item concerns by its keys, without testing all of them.
enum ItemKey: Hashable, Sendable {
    case id(String)
    /// An element, or the value, of a field.
    case value(field: String, String)
    /// A number, or a date in milliseconds, with its bounds. Bounds are rounded, and belong to the range.
    case range(RangedField, ClosedRange<Double>)
}

/// A field whose values are numbers or dates.
struct RangedField: Hashable, Sendable {
    var name: String
    var kind: FieldKind
}

extension SearchRequest {
    /// Keys of which every matching item has at least one. `nil` if there are none, or too many.
    var itemKeys: [ItemKey]? {
        let keys = ids.map { $0.map(ItemKey.id) } ?? filter?.requiredKeys(in: module.fields)
        return keys.flatMap { $0.count <= 1_000 ? $0 : nil }
    }
}

extension Filter {
    /// Keys of which every matching item has at least one.
    fileprivate func requiredKeys(in table: FieldTable) -> [ItemKey]? {
        switch self {
        case .and(let operands):
            let keys = operands.compactMap { $0.requiredKeys(in: table) }
            // Few items have an equal value, and many are in a range.
            return keys.first { !$0.contains(where: \.isRange) } ?? keys.first
        case .or(let operands):
            let keys = operands.compactMap { $0.requiredKeys(in: table) }
            return keys.count == operands.count ? keys.flatMap(\.self) : nil
        case .leaf(let leaf):
            guard let field = table[leaf.property] else { return nil }
            return field.kind.innermost.isPlainText
                ? leaf.requiredTexts.map { $0.map { .value(field: field.name, $0) } }
                : leaf.requiredRanges(of: field.kind.comparison).map {
                    $0.map { .range(RangedField(name: field.name, kind: field.kind), $0) }
                }
        case .any, .none: return nil
        }
    }
}

extension Filter.Leaf {
    /// Texts of which every matching item has at least one.
    fileprivate var requiredTexts: [String]? {
        switch (operation, value) {
        case (.equal, .string(let text)): return [text]
        case (.in, .list(let values)):
            let texts = values.compactMap { value in
                if case .string(let text) = value { text } else { nil }
            }
            return texts.count == values.count ? texts : nil
        default: return nil
        }
    }

    /// Ranges of which every matching item has a value in at least one.
    fileprivate func requiredRanges(of comparison: Comparison) -> [ClosedRange<Double>]? {
        let operands: [FilterValue] = if case .list(let values) = value { values } else { [value] }
        let bounds = operands.compactMap { $0.bound(of: comparison) }
        guard bounds.count == operands.count, let first = bounds.first else { return nil }
        switch operation {
        case .greater, .greaterOrEqual: return [first ... .infinity]
        case .less, .lessOrEqual: return [-.infinity...first]
        case .equal, .in: return bounds.map { $0...$0 }
        case .between: return bounds.count == 2 && first <= bounds[1] ? [first...bounds[1]] : nil
        default: return nil
        }
    }
}

extension FilterValue {
    /// The value as a bound of a range, rounded.
    fileprivate func bound(of comparison: Comparison) -> Double? {
        switch (self, comparison) {
        case (.integer(let number), .number), (.date(let number), .date): Double(number)
        case (.number(let number), .number): number.isNaN ? nil : number
        default: nil
        }
    }
}

extension ItemKey {
    fileprivate var isRange: Bool { if case .range = self { true } else { false } }
}

extension FieldKind {
    /// Whether the values are texts in JSON, and equal if the texts are.
    fileprivate var isPlainText: Bool {
        switch self {
        case .text, .choice, .relation: true
        default: false
        }
    }
}
