import Foundation
import QuireCore
import QuireRemote

/// Breaks the documents of a search cluster, and reports where items that are decoded in place differ from those of the
/// instances that `PlainDocument` reads, or of the flat rule.
package struct DocumentMutator {
    private static let document = PlainDocument(IndexedModule(Gadgets.descriptor))
    private static let keys = RandomDocuments.keys(of: document)
    private static let rule = FlatRule(Gadgets.descriptor, hidden: ["the \"odd\" one"])
    private let decoder = ItemDecoder<Content<Gadgets>>.content()
    private var documents: RandomDocuments

    package init(seed: UInt64) { documents = RandomDocuments(seed: seed, Self.document) }

    /// A response: as the SDK writes it, with strange parts, or with changed bytes.
    package mutating func response(_ round: Int) -> Data {
        var data = Data(documents.response(isWellFormed: round % 3 == 0).utf8)
        if round % 3 == 2 { documents.damage(&data) }
        return data
    }

    package mutating func someFields() -> [IndexedField] { documents.someFields() }

    /// The disagreement in how the response is read, or `nil`.
    ///
    /// - Parameters:
    ///   - fields: The fields whose values are returned.
    ///   - shape: The language of localized texts.
    package func difference(
        _ data: Data, fields: [IndexedField]? = nil, shape: LocalizedShape? = nil
    ) -> String? {
        for keepsUnknownValues in [false, true] {
            let form = DocumentForm(
                Self.keys, fields: fields, shape: shape, keepsUnknownValues: keepsUnknownValues)
            var reader = form.reader(of: data)
            var others: [String] = []
            let found = Self.slices(data) { (json) throws(ValueDecodingError) in
                try reader.instance(of: &json) { (position, json) throws(ValueDecodingError) in
                    others.append("\(position): \(try json.value())")
                }
            }
            let parsed: JSONValue
            do throws(ValueDecodingError) {
                parsed = try JSONValue(parsing: data)
            } catch {
                // Valid JSON, which is skipped where it is not needed.
                if error.reason == .outOfRange { continue }
                if case .success = found { return "a response that is no JSON was read" }
                continue
            }
            guard case .array(let records) = parsed,
                records.allSatisfy({ if case .object = $0 { true } else { false } })
            else {
                if case .success = found { return "a response without documents was read" }
                continue
            }
            guard case .success(let slices) = found else { return "documents were refused: \(found)" }
            guard others == Self.others(records) else { return "the other members differ" }
            if let difference = difference(slices, records, (fields, shape, keepsUnknownValues)) {
                return difference
            }
        }
        return nil
    }

    private static func others(_ records: [JSONValue]) -> [String] {
        records.flatMap { record -> [String] in
            guard case .object(let members) = record else { return [] }
            return members.compactMap { member in
                ["key", "order"].firstIndex(of: member.name).map { "\($0): \(member.value)" }
            }
        }
    }

    private static func slices(
        _ data: Data, _ read: (inout JSONCursor) throws(ValueDecodingError) -> StoredSlice?
    ) -> Result<[StoredSlice?], ValueDecodingError> {
        do throws(ValueDecodingError) {
            return .success(
                try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
                    var slices: [StoredSlice?] = []
                    try json.eachElement { (json) throws(ValueDecodingError) in
                        slices.append(try read(&json))
                    }
                    try json.expectEnd()
                    return slices
                })
        } catch {
            return .failure(error)
        }
    }

    private typealias Form = (fields: [IndexedField]?, shape: LocalizedShape?, keepsUnknownValues: Bool)

    private func difference(_ found: [StoredSlice?], _ records: [JSONValue], _ form: Form) -> String? {
        guard found.count == records.count else { return "another number of documents" }
        let info = PageInfo(page: 1, limit: 20, offset: 0, totalItems: nil)
        var options = DecodingOptions()
        options.keepsUnknownValues = form.keepsUnknownValues
        for (slice, record) in zip(found, records) {
            let instance = Self.document.instance(of: record, fields: form.fields, shape: form.shape)
            guard (slice == nil) == (instance == nil) else { return "an instance is missing" }
            guard let slice, let instance else { continue }
            if form.fields == nil, form.shape == nil {
                let expected = Self.rule.instance(record)
                guard instance.sortedInstance == expected?.sortedInstance else {
                    return "the rule says \(String(describing: expected)), not \(instance)"
                }
            }
            guard slice.data == instance.data else { return "the JSON differs" }
            // Each alone, so that one that does not fit hides no other.
            let items = ClusterPage([slice], info, isWhole: true).items(reading: decoder, options)
            let page = Data("[\(instance)]".utf8)
            guard items == (try? decoder.decodePage(page, options: options))?.items else {
                return "the items differ from those of \(instance)"
            }
        }
        return nil
    }
}
