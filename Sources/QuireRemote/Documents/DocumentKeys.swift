import QuireCore

/// The keys of the documents of a module, for finding them while a response is parsed.
package final class DocumentKeys: Sendable {
    package let document: PlainDocument
    /// The other keys to read, in the order of their positions.
    package let others: [String]
    /// The id, what is under `q_rest`, the metadata, the values, then the others.
    let keys: FieldKeys
    /// The ordinals of the fields whose values documents show under their own names.
    let fields: [Int]

    /// The slots of the parts.
    static let id = 0
    static let rest = 1
    static let metadata = 2

    /// The number of keys before those of the values.
    var places: Int { Self.metadata + document.metadata.count }

    /// - Parameter others: Other keys to read from documents.
    package init(_ document: PlainDocument, others: [String] = []) {
        self.document = document
        self.others = others
        let plainFields = document.module.values.filter { document.name(of: $0) != nil }
        fields = plainFields.map(\.ordinal)
        keys = FieldKeys(
            names: [document.id, PlainDocument.rest] + document.metadata.map(\.name)
                + plainFields.map(\.descriptor.name) + others)
    }
}
