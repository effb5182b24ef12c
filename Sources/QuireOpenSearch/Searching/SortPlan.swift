import Foundation
import Quire

/// The order of a search: what is sorted by, and the place that a cursor holds.
struct SortPlan {
    private enum Key {
        case score
        /// A number of 64 bits: by the number, which is fast, then by its order key, which is exact everywhere.
        case whole(IndexedSortKey)
        case double(IndexedSortKey)
        /// Of texts and truth values.
        case text(IndexedSortKey, Shadow)
    }

    private let keys: [Key]

    init(_ search: IndexedSearch) {
        if search.sort.isEmpty {
            keys = search.isRanked ? [.score] : []
            return
        }
        keys = search.sort.map { key in
            switch key.field.comparison {
            case .number, .date: key.field.isWhole ? .whole(key) : .double(key)
            case .boolean: .text(key, .order)
            case .text, .place, .nothing: .text(key, .key)
            }
        }
    }

    /// The sort of the request; the id comes last, so that no two documents are equal.
    var json: JSONValue {
        var sort: [JSONValue] = []
        for key in keys {
            switch key {
            case .score: sort.append(.of(["_score": .of(["order": .string("desc")])]))
            case .whole(let key): sort += [key.json(.number), key.json(.order)]
            case .double(let key): sort.append(key.json(.number))
            case .text(let key, let shadow): sort.append(key.json(shadow))
            }
        }
        sort.append(.of([LayoutField.id: .of(["order": .string("asc")])]))
        return .array(sort)
    }

    /// The place of a document, from the values that the server sorted it by; `nil` where they are not what was asked.
    func place(of values: [JSONValue]) -> JSONValue? {
        var rest = values[...]
        var place: [JSONValue] = []
        for key in keys {
            switch key {
            case .score: place.append(rest.popFirst() ?? .null)
            case .whole:
                // Servers that have numbers as doubles answer the number itself rounded.
                _ = rest.popFirst()
                place.append(rest.popFirst() ?? .null)
            case .double:
                // Infinities stand for no value.
                let value = rest.popFirst() ?? .null
                place.append(value.double?.isFinite == true ? value : .null)
            case .text: place.append(rest.popFirst() ?? .null)
            }
        }
        guard let id = rest.popFirst(), id.string != nil, rest.isEmpty else { return nil }
        return .array(place + [id])
    }

    /// What `search_after` takes for a place; `nil` where the place is none of this order.
    func searchAfter(_ place: JSONValue) -> JSONValue? {
        guard let values = place.elements, values.count == keys.count + 1, let id = values.last, id.string != nil
        else { return nil }
        var after: [JSONValue] = []
        for (key, value) in zip(keys, values) {
            switch key {
            case .score:
                guard value.double != nil else { return nil }
                after.append(value)
            case .whole(let key):
                if value == .null {
                    after += [.integer(key.isMissingSmallest ? .min : .max), .null]
                } else {
                    guard let text = value.string, let number = OrderKey.integer(hexadecimal: text) else {
                        return nil
                    }
                    after += [.integer(number), value]
                }
            case .double(let key):
                guard value == .null || value.double != nil else { return nil }
                after.append(
                    value == .null ? .string(key.isMissingSmallest ? "-Infinity" : "Infinity") : value)
            case .text:
                guard value == .null || value.string != nil else { return nil }
                after.append(value)
            }
        }
        return .array(after + [id])
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
    /// Whether documents without a value sort as if they had the smallest one there is.
    fileprivate var isMissingSmallest: Bool { putsNoValueFirst != isDescending }

    /// A list stands where its smallest element does.
    fileprivate func json(_ shadow: Shadow) -> JSONValue {
        .of([
            field.name(of: shadow): .of([
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
