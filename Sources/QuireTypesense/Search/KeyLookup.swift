import Foundation
import QuireCluster
import QuireCore

// Keys of long texts do not contain the text. It is read from an item that has the key.

extension SearchEntry {
    /// The maximum number of texts that are fetched for one facet.
    static let mostLookups = 1000

    /// A search for one item that has a key of a field's facet.
    init(lookingUp key: String, of field: IndexedField) {
        self.init(
            filter: FilterText.keys(field.facetKeys, [key]), size: 1, fields: field.stored,
            isLookup: true)
    }
}

extension IndexedField {
    /// The text of a key in the item that was looked up. `nil` if no item has it any longer.
    func text(ofKey key: String, in result: SearchResult) -> String? {
        guard let json = result.looked?.text(stored),
            let value = try? JSONValue(parsing: Data(json.utf8))
        else { return nil }
        let instance = JSONValue.object([.init("values", .object([.init(descriptor.name, value)]))])
        let values = values(in: instance)
        let texts =
            isHierarchical
            ? paths(of: values) : values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        return texts.first { ExactKey.text($0) == key }
    }
}
