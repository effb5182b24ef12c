import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// The sort order of a search: its keys, and the position that a cursor holds.
///
/// In a prepared index, every key is a keyword, even for numbers: the order keys are exact on servers that convert numbers
/// to doubles, and no number must represent a missing value.
struct SortPlan {
    private let keys: [(name: String, nested: String?, key: IndexedSortKey)]
    private let startsWithScore: Bool
    /// The key that comes last, so that no two documents are equal.
    private let id: String
    private let isPrepared: Bool

    /// - Throws: `UnsupportedError` if the index has no exact order of a key.
    init(_ search: IndexedSearch, _ state: IndexStatus) throws(UnsupportedError) {
        var keys: [(name: String, nested: String?, key: IndexedSortKey)] = []
        for key in search.sort {
            let form = state.form(of: key.field)
            guard let name = form.valueName else {
                throw UnsupportedError(
                    node: "sort by \"\(key.field.descriptor.name)\"",
                    hint:
                        "\(form.reason ?? "the index cannot sort by it"). Sort by another field, or let Quire prepare "
                        + "an index: engine.prepare(…) under another prefix")
            }
            keys.append((name, form.nested, key))
        }
        self.keys = keys
        startsWithScore = search.isRanked
        isPrepared = state.existing == nil
        id = isPrepared ? LayoutField.id : LayoutField.documentID
    }

    /// The sort of the request.
    var json: JSONValue {
        func key(_ name: String, _ order: String) -> JSONValue {
            .of([name: .of(["order": .string(order)])])
        }
        // A list is sorted by its smallest element.
        let own = keys.map { name, nested, key in
            var options: [JSONValue.Member] = [
                .init("order", .string(key.isDescending ? "desc" : "asc")), .init("mode", .string("min")),
                .init("missing", .string(key.putsNoValueFirst ? "_first" : "_last")),
            ]
            if let nested { options.append(.init("nested", .of(["path": .string(nested)]))) }
            return JSONValue.of([name: .object(options)])
        }
        return .array((startsWithScore ? [key("_score", "desc")] : []) + own + [key(id, "asc")])
    }

    /// Skips the sort values in a response. Returns their range, or `nil` if they do not belong to this order.
    func place(at json: inout JSONCursor) throws(ValueDecodingError) -> Range<Int>? {
        guard json.isAtArray() else {
            try json.skipValue()
            return nil
        }
        let start = json.offset
        let count = keys.count + (startsWithScore ? 2 : 1)
        var position = 0
        var isOwn = true
        try json.eachElement { (json) throws(ValueDecodingError) in
            if json.isAtText() {
                try json.skipValue()
            } else {
                // The key has no value. The id always has one.
                let value = try json.value()
                if !holds(value, at: position) || position == count - 1 { isOwn = false }
            }
            position += 1
        }
        return isOwn && position == count ? start..<json.offset : nil
    }

    /// Whether a value that is no text can stand at a position of the sort values.
    private func holds(_ value: JSONValue, at position: Int) -> Bool {
        if startsWithScore, position == 0 { return value.double != nil }
        switch value {
        case .null: return true
        case .integer, .number, .boolean: return !isPrepared
        case .string, .array, .object: return false
        }
    }

    /// Whether the sort values belong to this order, so that `search_after` accepts them.
    func holds(_ place: JSONValue) -> Bool {
        guard let values = place.elements, values.count == keys.count + (startsWithScore ? 2 : 1),
            values.last?.string != nil
        else { return false }
        return values.enumerated().allSatisfy { position, value in
            if value.string != nil { return !startsWithScore || position > 0 }
            return holds(value, at: position)
        }
    }
}

extension IndexedSearch {
    /// Whether the best match comes first.
    var isRanked: Bool {
        guard sort.isEmpty, case .words? = text else { return false }
        return true
    }
}
