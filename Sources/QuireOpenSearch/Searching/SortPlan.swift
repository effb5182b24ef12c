import Foundation
import QuireCluster
import QuireCore
import QuireEngine

/// The sort order of a search: its keys, and the position that a cursor holds.
///
/// Every key is a keyword, even for numbers: the order keys are exact on servers that convert numbers to doubles, and
/// no number must represent a missing value.
struct SortPlan {
    private let keys: [IndexedSortKey]
    private let startsWithScore: Bool

    init(_ search: IndexedSearch) {
        keys = search.sort
        startsWithScore = search.isRanked
    }

    /// Writes the sort of the request. The id comes last, so that no two documents are equal.
    func write(to json: inout JSONWriter) {
        json.beginArray()
        if startsWithScore { Self.write("_score", "desc", to: &json) }
        for key in keys { key.write(to: &json) }
        Self.write(LayoutField.id, "asc", to: &json)
        json.endArray()
    }

    private static func write(_ name: String, _ order: String, to json: inout JSONWriter) {
        json.beginObject()
        json.key(name)
        json.beginObject()
        json.key("order")
        json.string(order)
        json.endObject()
        json.endObject()
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
            if startsWithScore, position == 0 {
                isOwn = try json.value().double != nil
            } else if json.isAtText() {
                try json.skipValue()
            } else {
                // The key has no value. The id always has one.
                let isNull = try json.consumeNull()
                if !isNull { try json.skipValue() }
                if !isNull || position == count - 1 { isOwn = false }
            }
            position += 1
        }
        return isOwn && position == count ? start..<json.offset : nil
    }

    /// Whether the sort values belong to this order, so that `search_after` accepts them.
    func holds(_ place: JSONValue) -> Bool {
        guard var values = place.elements, values.count == keys.count + (startsWithScore ? 2 : 1),
            values.removeLast().string != nil
        else { return false }
        if startsWithScore, values.removeFirst().double == nil { return false }
        return values.allSatisfy { $0 == .null || $0.string != nil }
    }
}

extension IndexedSearch {
    /// Whether the best match comes first.
    var isRanked: Bool {
        guard sort.isEmpty, case .words? = text else { return false }
        return true
    }
}

extension IndexedSortKey {
    /// Writes the key. A list is sorted by its smallest element.
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key(field.name(of: field.comparison == .text ? .key : .order))
        json.beginObject()
        json.key("order")
        json.string(isDescending ? "desc" : "asc")
        json.key("mode")
        json.string("min")
        json.key("missing")
        json.string(putsNoValueFirst ? "_first" : "_last")
        json.endObject()
        json.endObject()
    }
}

extension OrderKey {
    /// The integer that is encoded in sixteen hexadecimal digits.
    static func integer(hexadecimal digits: String) -> Int64? {
        guard digits.utf8.count == 16, let bits = UInt64(digits, radix: 16) else { return nil }
        return Int64(bitPattern: bits ^ (1 << 63))
    }
}
