#if SQLite

import QuireCore

/// What a search has in common with others that differ only in their values: everything that its SQL depends on, as
/// bytes.
///
/// Two searches have the same shape if and only if the bytes are equal: texts come after their lengths, lists after
/// their counts, and each alternative has its own byte. What the form of a test depends on besides is compared when the
/// values are read (`LeafPlan`).
struct SearchShape: Hashable, Sendable {
    private(set) var bytes: [UInt8] = []

    /// The number of bytes of a text from which its search is planned each time.
    private static let longestText = 4_096

    /// - Parameters:
    ///   - keyset: The position of the row before the page.
    ///   - decoder: Identifies what is read from the rows.
    /// - Returns: `nil` if the search is planned each time.
    static func shape<Item: Sendable>(
        of request: SearchRequest, _ keyset: Keyset?, _ decoder: ItemDecoder<Item>
    ) -> SearchShape? {
        // A function, because the arguments of an initializer are copied.
        guard request.isReusable else { return nil }
        var shape = SearchShape()
        shape.bytes.reserveCapacity(192)
        return shape.append(request, keyset, decoder: decoder) ? shape : nil
    }

    private init() {}

    private mutating func append<Item: Sendable>(
        _ request: SearchRequest, _ keyset: Keyset?, decoder: ItemDecoder<Item>
    ) -> Bool {
        append(request.module.name)
        append(Int(bitPattern: ObjectIdentifier(decoder.module.fields)))
        append(
            (decoder.readsMetadata ? 1 : 0) | (request.decoding.keepsUnknownValues ? 2 : 0)
                | (decoder.fields == nil ? 4 : 0) | (request.fields == nil ? 8 : 0)
                | (request.filter == nil ? 16 : 0) | (request.metaFilter == nil ? 32 : 0)
                | (request.ids == nil ? 64 : 0))
        if let fields = decoder.fields {
            append(fields.count)
            for field in fields { append(field) }
        }
        if let fields = request.fields {
            append(fields.count)
            for field in fields { append(field) }
        }
        if let ids = request.ids {
            guard ids.count < OrderChoice.longestList else { return false }
            append(UInt8(min(ids.count, 2)))
        }
        append(request.include.count)
        for path in request.include {
            append(path.fields.count)
            for field in path.fields { append(field) }
        }
        append(request.sort.count)
        for key in request.sort { append(key) }
        guard append(request.page, keyset) else { return false }
        if let filter = request.filter { guard append(filter) else { return false } }
        if let filter = request.metaFilter { guard append(filter) else { return false } }
        return true
    }

    private mutating func append(_ byte: UInt8) { bytes.append(byte) }

    /// Appends seven bits at a time, the last ones without the highest bit.
    private mutating func append(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            append(utf8.count)
            bytes.append(contentsOf: utf8)
        }
    }

    private mutating func append(_ key: SortKey) {
        var flags: UInt8 = key.order == .ascending ? 0 : 1
        switch key.nulls {
        case nil: break
        case .first: flags |= 2
        case .last: flags |= 4
        }
        switch key.property {
        case .value(let name):
            append(flags)
            append(name)
        case .metadata(let name):
            append(flags | 8)
            append(name)
        }
        append(key.steps.count)
        for step in key.steps { append(step) }
    }

    private mutating func append(_ step: RelationStep) {
        append(UInt8(step.isReverse ? 1 : 0))
        append(step.relation)
        append(step.module.name)
    }

    /// - Returns: `false` for a page that is not valid, or too large to count its end.
    private mutating func append(_ page: PageRequest, _ keyset: Keyset?) -> Bool {
        let offset: Int
        let limit: Int
        switch page {
        case .all:
            append(0 as UInt8)
            return true
        case .standard: (offset, limit) = (0, SearchPlan.standardPageSize)
        case .page(let number, let size):
            guard number >= 1, size >= 1, number < 1 << 31, size < 1 << 31 else { return false }
            (offset, limit) = ((number - 1) * size, size)
        case .offset(let first, let size): (offset, limit) = (first, size)
        case .cursor(_, let size): (offset, limit) = (0, size)
        }
        guard offset >= 0, limit >= 1, offset < 1 << 62, limit < 1 << 62 else { return false }
        append(
            (keyset == nil ? 1 : 2) | (offset == 0 ? 4 : 0)
                | (limit <= OrderChoice.longestPage ? 8 : 0))
        for value in keyset?.values ?? [] { append(UInt8(value == .null ? 0 : 1)) }
        return true
    }

    /// - Returns: `false` for a value that is checked, or compiled, in a special way.
    private mutating func append(_ filter: Filter, depth: Int = 1) -> Bool {
        guard depth <= Filter.maximumDepth else { return false }
        switch filter {
        case .leaf(let leaf): return append(leaf)
        case .and(let operands):
            append(101 as UInt8)
            append(operands.count)
            for operand in operands { guard append(operand, depth: depth + 1) else { return false } }
            return true
        case .or(let operands):
            append(102 as UInt8)
            append(operands.count)
            for operand in operands { guard append(operand, depth: depth + 1) else { return false } }
            return true
        case .any(let step, let operand):
            append(103 as UInt8)
            append(step)
            return append(operand, depth: depth + 1)
        case .none(let step, let operand):
            append(104 as UInt8)
            append(step)
            return append(operand, depth: depth + 1)
        }
    }

    private mutating func append(_ leaf: Filter.Leaf) -> Bool {
        append(UInt8(leaf.operation.bit.trailingZeroBitCount))
        append(leaf.property)
        switch leaf.value {
        case .field(let name):
            append(1 as UInt8)
            append(name)
        case .list(let values):
            // Long lists are tested in another way, and take longer than a plan anyway.
            guard values.count < OrderChoice.longestList else { return false }
            append(2 as UInt8)
            append(UInt8(min(values.count, 2)))
            for value in values {
                guard Self.code(of: value, leaf.type) != nil else { return false }
            }
        default:
            guard let code = Self.code(of: leaf.value, leaf.type) else { return false }
            append(code)
        }
        return true
    }

    /// A number for each kind of single value; `nil` for those that are not valid everywhere.
    private static func code(of value: FilterValue, _ type: WireType) -> UInt8? {
        switch value {
        case .null: 3
        // The first search's texts are kept with the plan.
        case .string(let text): text.isEmpty ? 4 : text.utf8.count > longestText ? nil : 5
        case .integer: 6
        case .number(let number):
            if type == .date || !number.isFinite { nil } else { number == number.rounded() ? 7 : 8 }
        case .boolean: 9
        case .date: 10
        case .list, .field: nil
        }
    }
}

extension SearchRequest {
    /// Whether a plan of the request can be used again. Requests with texts, facets, fields of related items or queries
    /// of included items are planned each time.
    fileprivate var isReusable: Bool {
        text == nil && facets.isEmpty && refinements.isEmpty && relatedFields.isEmpty
            && include.allSatisfy { $0.query == nil } && related.isEmpty && segment == nil
            && settings.sortLocale == nil
            && (offline.policy == nil || offline.policy == .network)
    }
}
#endif
