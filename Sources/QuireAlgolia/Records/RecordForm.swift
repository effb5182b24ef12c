import Foundation
import QuireCore
import QuireRemote

/// The fields that are read from a record into an instance.
struct RecordForm: Sendable {
    let index: RecordIndex
    /// The fields in the schema's order; `nil` means all, including unknown ones.
    private let fields: [IndexedField]?
    private let shape: LocalizedShape?
    private let keepsUnknownValues: Bool

    init(
        _ index: RecordIndex, fields: [IndexedField]? = nil, shape: LocalizedShape? = nil,
        keepsUnknownValues: Bool = true
    ) {
        self.index = index
        self.fields = fields?.sorted { $0.ordinal < $1.ordinal }
        self.shape = shape
        self.keepsUnknownValues = keepsUnknownValues
    }

    func reader(of response: Data) -> DocumentReader {
        DocumentReader(
            response, index.keys, fields: fields, shape: shape, keepsUnknownValues: keepsUnknownValues)
    }

    func following(_ reader: DocumentReader) -> DocumentReader {
        reader.following(
            index.keys, fields: fields, shape: shape, keepsUnknownValues: keepsUnknownValues)
    }
}
