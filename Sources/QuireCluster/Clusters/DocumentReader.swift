import Foundation
import QuireCore

/// Reads instances from the documents of a search cluster, while a response is parsed.
///
/// The values of a document are found, so that an item is decoded directly from the response. Only if an instance is needed
/// as bytes, or its items do not fit, an `InstanceAssembler` reads the document again.
package struct DocumentReader {
    private var finder: DocumentFinder?
    /// For modules with too many fields.
    private var assembler: InstanceAssembler?
    private let response: Data
    private let requiresTexts: Bool

    /// - Parameters:
    ///   - response: The bytes that the cursor reads.
    ///   - keys: The keys of the documents.
    ///   - fields: The fields whose values are returned, in this order. `nil` returns all, including unknown ones.
    ///   - shape: The language of localized texts.
    ///   - requiresTexts: Whether a part that is not a text is an error. Otherwise, it counts as missing.
    package init(
        _ response: Data, _ keys: StoredKeys, fields: [IndexedField]?, shape: LocalizedShape?,
        requiresTexts: Bool = false
    ) {
        self.init(
            response, keys, fields: fields, shape: shape, requiresTexts: requiresTexts, size: response.count)
    }

    /// - Parameter size: The expected number of bytes to write.
    private init(
        _ response: Data, _ keys: StoredKeys, fields: [IndexedField]?, shape: LocalizedShape?,
        requiresTexts: Bool, size: Int
    ) {
        self.response = response
        self.requiresTexts = requiresTexts
        let found = FoundValues(in: response, keys.module.module.fields, size: size) {
            (response, document) in
            let start = response.startIndex
            let bytes = response[start + document.lowerBound..<start + document.upperBound]
            return try? JSONCursor.withBytes(of: bytes) { (json) throws(ValueDecodingError) in
                var assembler = InstanceAssembler(
                    keys, fields: fields, shape: shape, requiresTexts: requiresTexts, size: bytes.count)
                return try assembler.instance(of: &json)
            }
        }
        guard let found else {
            assembler = InstanceAssembler(
                keys, fields: fields, shape: shape, requiresTexts: requiresTexts, size: size)
            return
        }
        let values = keys.module.values
        var isShown = [Bool](repeating: fields == nil, count: values.count + 2)
        isShown[StoredKeys.metadata] = true
        for field in fields ?? [] where !field.isMetadata { isShown[field.ordinal + 1] = true }
        var adapting: [DocumentFinder.Adapting?] = []
        if let shape {
            adapting = Array(repeating: nil, count: values.count + 2)
            for field in values where field.descriptor.kind == .localizedText {
                adapting[field.ordinal + 1] = { shape.apply(to: &$0, from: $1) }
            }
        }
        finder = DocumentFinder(
            keys.keys, found, isShown: isShown, adapting: adapting, requiresTexts: requiresTexts)
    }

    /// Returns a reader for the documents of another module in the same response.
    package func following(
        _ keys: StoredKeys, fields: [IndexedField]?, shape: LocalizedShape?
    ) -> DocumentReader {
        // Many searches share a response, so none takes room for all of it.
        DocumentReader(
            response, keys, fields: fields, shape: shape, requiresTexts: requiresTexts,
            size: min(response.count, 1 << 16))
    }

    /// Reads the next object.
    ///
    /// - Parameter other: Receives the position of one of the other names, and the cursor at its value. Read or skip
    ///   it.
    /// - Returns: The instance, or `nil` if the object does not contain one.
    package mutating func instance(
        of json: inout JSONCursor,
        other: (Int, inout JSONCursor) throws(ValueDecodingError) -> Void = {
            (_, json) throws(ValueDecodingError) in
            try json.skipValue()
        }
    ) throws(ValueDecodingError) -> StoredSlice? {
        if let instance = try finder?.instance(of: &json, other: other) { return instance }
        return try assembler?.instance(of: &json, other: other) ?? nil
    }
}
