#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireStore

/// A search over several modules with one order, one total and one page.
///
/// Without a sort, the modules come one after the other, in the order of the request.
struct MergedSearch {
    let call: SearchCall
    let format: InstanceFormat
    let transaction: StoreTransaction

    /// A module and its part of the search.
    private typealias Part = (module: ServedModule, request: SearchRequest)

    /// The bytes of an id: the two spellings of "é" are two ids.
    private typealias ItemID = [UInt8]

    func run() throws -> [UInt8] {
        let parts: [Part] = call.modules.compactMap { module in call.request(for: module).map { (module, $0) }
        }
        var json = JSONWriter(capacity: 8_192)
        if case .all = call.page {
            json.beginArray()
            try writeItems(parts, from: 0, count: .max, to: &json)
            json.endArray()
            return json.bytes
        }
        let (number, limit) = PageFrame.window(call.page)
        var counts: [Int] = []
        for part in parts { counts.append(try count(part)) }
        json.beginObject()
        PageFrame.write(call.page, total: counts.reduce(0, +), to: &json)
        json.beginArray()
        let offset = (number - 1) * limit
        if call.sort.isEmpty {
            try writeSlices(parts, counts, from: offset, count: limit, to: &json)
        } else {
            try writeItems(parts, from: offset, count: limit, to: &json)
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    private func count(_ part: Part) throws -> Int {
        var request = part.request
        request.page = .page(1, size: 1)
        request.fields = []
        request.include = []
        request.sort = []
        let data = try transaction.searchData(request)
        guard case .integer(let total)? = read(data)?["pagination"]?["totalItems"] else { return 0 }
        return Int(total)
    }

    /// Without a sort: the part of each module that lies on the page.
    private func writeSlices(
        _ parts: [Part], _ counts: [Int], from offset: Int, count: Int, to json: inout JSONWriter
    ) throws {
        var start = offset
        var left = count
        for (part, total) in zip(parts, counts) where left > 0 {
            if start >= total {
                start -= total
                continue
            }
            var request = part.request
            request.page = .offset(start, limit: left)
            request.countsTotal = false
            let written = try write(try transaction.searchData(request), of: part.module, to: &json)
            left -= written
            start = 0
        }
    }

    /// With a sort: merges the first items of each module, then fetches those of the page.
    private func writeItems(
        _ parts: [Part], from offset: Int, count: Int, to json: inout JSONWriter
    ) throws {
        if call.sort.isEmpty {
            for part in parts {
                _ = try write(try transaction.searchData(part.request), of: part.module, to: &json)
            }
            return
        }
        let order = try InstanceOrder(call.sort, over: try unitedTable(), module: "the modules")
        let isEndless = count == .max
        let end = isEndless ? .max : offset + count
        let heads = try parts.map { try places($0, order, upTo: isEndless ? nil : end) }
        let merged = try Self.merge(heads, order, upTo: end).dropFirst(offset)
        var idsByPart = [[String]](repeating: [], count: parts.count)
        for (part, id) in merged { idsByPart[part].append(id) }
        var items: [[ItemID: Data]] = []
        for (part, ids) in zip(parts, idsByPart) { items.append(try fetch(ids, part)) }
        for (part, id) in merged {
            try Task.checkCancellation()
            guard let item = items[part][ItemID(id.utf8)] else { continue }
            json.raw(
                try format.copy(item) { (copy, cursor) throws(ValueDecodingError) in
                    try copy.instance(&cursor, of: parts[part].module.name)
                })
        }
    }

    /// The fields that the modules are sorted by, in one table.
    private func unitedTable() throws(APIError) -> FieldTable {
        var fields: [FieldDescriptor] = []
        for case .value(let name) in call.sort.map(\.property) {
            let descriptors = call.modules.compactMap { module in
                module.descriptor.fields[name].map { (module.name, $0) }
            }
            guard let first = descriptors.first else { continue }
            if let other = descriptors.first(where: { $0.1.kind.comparison != first.1.kind.comparison }) {
                throw APIError(
                    400,
                    "sort: \"\(name)\" holds values of one kind in \"\(first.0)\" and of another in \"\(other.0)\", "
                        + "which have no common order")
            }
            fields.append(first.1)
        }
        return FieldTable(fields)
    }

    /// The sort positions of the first items of a module.
    private func places(
        _ part: Part, _ order: InstanceOrder, upTo count: Int?
    ) throws -> [(place: InstanceOrder.Place, id: String)] {
        var request = part.request
        request.page = count.map { .offset(0, limit: $0) } ?? .all
        request.countsTotal = false
        request.include = []
        request.fields = request.sort.compactMap { key in
            if case .value(let name) = key.property { name } else { nil }
        }
        let json = read(try transaction.searchData(request))
        let instances = json?["items"] ?? json
        guard case .array(let elements)? = instances else { return [] }
        return elements.map { (order.place(of: $0), $0.instanceID) }
    }

    /// Merges sorted lists. Of equal items, the one of the earlier module comes first.
    private static func merge(
        _ heads: [[(place: InstanceOrder.Place, id: String)]], _ order: InstanceOrder, upTo count: Int
    ) throws -> [(part: Int, id: String)] {
        var positions = [Int](repeating: 0, count: heads.count)
        var merged: [(part: Int, id: String)] = []
        while merged.count < count {
            if merged.count & 0xFF == 0 { try Task.checkCancellation() }
            var best: Int?
            for part in heads.indices where positions[part] < heads[part].count {
                guard let current = best else {
                    best = part
                    continue
                }
                let (left, right) = (
                    heads[part][positions[part]].place, heads[current][positions[current]].place
                )
                if !order.isTied(left, right), order.precedes(left, right) { best = part }
            }
            guard let best else { break }
            merged.append((best, heads[best][positions[best]].id))
            positions[best] += 1
        }
        return merged
    }

    /// Fetches the items of a module with these ids, as JSON by id.
    private func fetch(_ ids: [String], _ part: Part) throws -> [ItemID: Data] {
        guard !ids.isEmpty else { return [:] }
        var request = SearchRequest(module: part.module.descriptor)
        request.ids = ids
        request.page = .all
        request.fields = part.request.fields
        request.include = part.request.include
        let data = try transaction.searchData(request)
        var items: [ItemID: Data] = [:]
        try data.withUnsafeBytes { bytes in
            try JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
                try json.elements { (json) throws(ValueDecodingError) in
                    _ = json.peek()
                    let start = json.offset
                    let scan = try InstanceScan(&json)
                    guard let id = scan.text(.id, in: bytes) else { return }
                    items[ItemID(id.utf8)] = Data(bytes[start..<json.offset])
                }
            }
        }
        return items
    }

    /// Writes the items of a page, and returns their number.
    private func write(_ data: Data, of module: ServedModule, to json: inout JSONWriter) throws -> Int {
        var count = 0
        var written: [[UInt8]] = []
        _ = try format.copy(data) { (copy, cursor) throws(ValueDecodingError) in
            try copy.items(&cursor) { (copy, cursor) throws(ValueDecodingError) in
                copy.out = JSONWriter()
                try copy.instance(&cursor, of: module.name)
                written.append(copy.out.bytes)
                count += 1
            }
        }
        for item in written { json.raw(item) }
        return count
    }

    private func read(_ data: Data) -> JSONValue? { data.withUnsafeBytes { JSONCursor.read($0) } }
}

/// The call that searches instances.
struct SearchCalls: Sendable {
    let store: Store
    let catalog: ModuleCatalog
    let formats: InstanceFormats

    /// Searches (HALO: `POST generalcontent/instance/search`).
    func search(_ request: ServedRequest) async throws -> ServedResponse {
        let call = try SearchCall(BodyObject(request), catalog)
        let format = formats.format(locale: call.locale, includesItems: call.include != .none)
        guard call.modules.count == 1, let module = call.modules.first else {
            // Several modules are read in one snapshot, so that the parts fit together.
            let bytes = try await store.snapshot("search") { transaction in
                try MergedSearch(call: call, format: format, transaction: transaction).run()
            }
            return ServedResponse(body: bytes)
        }
        guard let request = call.request(for: module) else {
            return ServedResponse(body: PageFrame.emptyPage(call.page))
        }
        return ServedResponse(body: try format.page(try await store.searchData(request), of: module.name))
    }
}
#endif
