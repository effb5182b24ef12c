import Foundation
import Quire

/// The order of a search: what is sorted by, and the place that a cursor holds.
///
/// Every key is a keyword, numbers too: their order keys are exact on servers that turn numbers into doubles, and no
/// number stands for no value.
struct SortPlan {
    private let keys: [IndexedSortKey]
    private let startsWithScore: Bool

    init(_ search: IndexedSearch) {
        keys = search.sort
        startsWithScore = search.isRanked
    }

    /// The sort of the request; the id comes last, so that no two documents are equal.
    var json: JSONValue {
        let score = JSONValue.of(["_score": .of(["order": .string("desc")])])
        let id = JSONValue.of([LayoutField.id: .of(["order": .string("asc")])])
        return .array((startsWithScore ? [score] : []) + keys.map(\.json) + [id])
    }

    /// Whether a place is one of this order: what `search_after` takes.
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
    /// A list stands where its smallest element does.
    fileprivate var json: JSONValue {
        .of([
            field.name(of: field.comparison == .text ? .key : .order): .of([
                "order": .string(isDescending ? "desc" : "asc"), "mode": .string("min"),
                "missing": .string(putsNoValueFirst ? "_first" : "_last"),
            ])
        ])
    }
}

extension OrderKey {
    /// The integer that sixteen hexadecimal digits were made of.
    static func integer(hexadecimal digits: String) -> Int64? {
        guard digits.utf8.count == 16, let bits = UInt64(digits, radix: 16) else { return nil }
        return Int64(bitPattern: bits ^ (1 << 63))
    }
}
