import QuireCore

/// A property that an item must have to match a test.
///
/// The hub finds the live queries that an item concerns by its keys, without testing all of them.
enum ItemKey: Hashable, Sendable {
    case id(String)
    /// An element, or the value, of a field.
    case value(field: String, String)
}

extension SearchRequest {
    /// Keys of which every matching item has at least one. `nil` if there are none, or too many.
    var itemKeys: [ItemKey]? {
        let keys =
            ids.map { $0.map(ItemKey.id) }
            ?? filter?.requiredText(in: module.fields).map { field, texts in
                texts.map { ItemKey.value(field: field, $0) }
            }
        return keys.flatMap { $0.count <= 1_000 ? $0 : nil }
    }
}

extension Filter {
    /// Texts of which a field of every matching item has at least one.
    fileprivate func requiredText(in table: FieldTable) -> (field: String, texts: [String])? {
        switch self {
        case .and(let operands): return operands.lazy.compactMap { $0.requiredText(in: table) }.first
        case .leaf(let leaf):
            guard let field = table[exactly: leaf.property], field.kind.innermost.isPlainText else {
                return nil
            }
            switch (leaf.operation, leaf.value) {
            case (.equal, .string(let text)): return (field.name, [text])
            case (.in, .list(let values)):
                let texts = values.compactMap { value in
                    if case .string(let text) = value { text } else { nil }
                }
                return texts.count == values.count ? (field.name, texts) : nil
            default: return nil
            }
        case .or, .any, .none: return nil
        }
    }
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
