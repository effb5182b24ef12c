import Foundation
import QuireCluster
import QuireCore

/// Breaks the documents of a search cluster, and reports where items that are read from the documents differ from those of
/// assembled instances, or of instances that are put together from parsed JSON.
package struct DocumentMutator {
    private static let module = IndexedModule(Gadgets.descriptor)
    private static let keys = RandomDocuments.keys(of: module)
    private let decoder = ItemDecoder<Content<Gadgets>>.content()
    private var documents: RandomDocuments

    package init(seed: UInt64) { documents = RandomDocuments(seed: seed, Self.module) }

    /// A response: as it is stored, with strange parts, or with changed bytes.
    package mutating func response(_ round: Int) -> Data {
        var data = Data(documents.response(isWellFormed: round % 3 == 0).utf8)
        if round % 3 == 2 { documents.damage(&data) }
        return data
    }

    /// The disagreement in how the response is read, or `nil`.
    package func difference(_ data: Data) -> String? {
        for requiresTexts in [false, true] {
            var reader = DocumentReader(
                data, Self.keys, fields: nil, shape: nil, requiresTexts: requiresTexts)
            let found = Self.slices(data) { (json) throws(ValueDecodingError) in
                try reader.instance(of: &json)
            }
            var assembler = InstanceAssembler(
                Self.keys, fields: nil, shape: nil, requiresTexts: requiresTexts, size: data.count)
            let assembled = Self.slices(data) { (json) throws(ValueDecodingError) in
                try assembler.instance(of: &json)
            }
            switch (found, assembled) {
            case (.failure(let one), .failure(let other)):
                if one != other { return "the error is \(one), not \(other)" }
            case (.failure(let one), .success): return "only finding fails: \(one)"
            case (.success, .failure(let other)): return "only assembling fails: \(other)"
            case (.success(let found), .success(let assembled)):
                if let difference = difference(found, assembled, in: data) { return difference }
            }
        }
        return nil
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

    private func difference(_ found: [StoredSlice?], _ assembled: [StoredSlice?], in data: Data) -> String? {
        guard found.map({ $0 == nil }) == assembled.map({ $0 == nil }) else { return "other instances" }
        let parsed = ParsedDocuments.instances(in: data, Self.module)
        guard parsed.count == found.count else { return "another number of documents is parsed" }
        let info = PageInfo(page: 1, limit: 20, offset: 0, totalItems: nil)
        for keepsUnknownValues in [false, true] {
            var options = DecodingOptions()
            options.keepsUnknownValues = keepsUnknownValues
            for (position, (one, other)) in zip(found, assembled).enumerated() {
                guard let one, let other else { continue }
                // Each alone, so that one that does not fit hides no other.
                let items = ClusterPage([one], info, isWhole: true).items(reading: decoder, options)
                guard items == ClusterPage([other], info, isWhole: true).items(reading: decoder, options)
                else { return "the items differ" }
                guard let instance = parsed[position] else { continue }
                let page = Data("[\(instance)]".utf8)
                guard items == (try? decoder.decodePage(page, options: options))?.items else {
                    return "the items differ from those of \(instance)"
                }
            }
        }
        return nil
    }
}

/// The instances of documents, put together from parsed JSON.
enum ParsedDocuments {
    /// The instances by document; `nil` for a document without one, or whose parts say something else when they are joined
    /// as texts.
    static func instances(in data: Data, _ module: IndexedModule) -> [JSONValue?] {
        guard case .array(let documents)? = try? JSONValue(parsing: data) else { return [] }
        return documents.map { instance(of: $0, module) }
    }

    private static func instance(of document: JSONValue, _ module: IndexedModule) -> JSONValue? {
        guard case .object(let members) = document else { return nil }
        /// Of equal keys, the last one counts, also if it is not a text.
        func text(_ name: String) -> String? {
            if case .string(let text)? = members.last(where: { $0.name == name })?.value { text } else { nil }
        }
        guard let metadata = text("meta"), metadata.first == "{",
            case .object(let own)? = try? JSONValue(parsing: Data(metadata.utf8)),
            !own.contains(where: { $0.name == "values" })
        else { return nil }
        var stored = StoredInstance(metadata: metadata, values: [:], rest: nil)
        for field in module.values { stored.values[field.physicalName] = text(field.physicalName) }
        if let rest = text("rest"), !rest.isEmpty {
            // Fields of the module are never there, so it does not matter which of two would count.
            guard case .object(let unknown)? = try? JSONValue(parsing: Data(rest.utf8)),
                !unknown.contains(where: { module.value($0.name) != nil })
            else { return nil }
            stored.rest = rest
        }
        return try? stored.instance()
    }
}
