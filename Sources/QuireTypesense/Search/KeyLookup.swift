import QuireCore
import QuireRemote

// Keys of long texts do not contain the text. It is read from an item that has the key.

extension SearchEntry {
    /// The maximum number of texts that are fetched for one facet.
    static let mostLookups = 1000

    /// A search for one item that has a key of a field's facet.
    init(lookingUp key: String, of field: IndexedField, in layout: CollectionLayout) {
        self.init(
            filter: .keys(field.facetKeys, [key]), size: 1,
            selection: .included(field.holderNames(in: layout).joined(separator: ",")), isLookup: true)
    }
}

extension IndexedField {
    /// The module's own field that holds the values: the object, for a member.
    private func holder(in layout: CollectionLayout) -> IndexedField {
        descriptor.memberSteps.first.flatMap { layout.module.value($0.name) } ?? self
    }

    /// The names under which a document may have the values. An object with a null is under `q_rest`.
    fileprivate func holderNames(in layout: CollectionLayout) -> [String] {
        guard let name = layout.document.name(of: holder(in: layout)) else { return [PlainDocument.rest] }
        return descriptor.isMember ? [name, PlainDocument.rest] : [name]
    }

    /// The text of a key in the item that was looked up. `nil` if no item has it any longer.
    func text(ofKey key: String, in result: SearchResult, of layout: CollectionLayout) -> String? {
        guard
            let instance = result.looked.flatMap({
                layout.document.instance(of: $0.json, id: key, fields: [holder(in: layout)])
            })
        else { return nil }
        let values = values(in: instance)
        let texts = isHierarchical ? paths(of: values) : values.compactMap(\.text)
        return texts.first { ExactKey.text($0) == key }
    }
}
