import QuireCore
import QuireEngine
import QuireRemote

/// The sort keys of a document, which allow comparing its position with that of another without the server.
struct SearchPlace: Sendable, Hashable {
    /// The value of a sort key; `nil` if the document has none.
    enum Value: Sendable, Hashable {
        case integer(Int64)
        /// The text that the server sorts by, and the integer that its filters use.
        case text(String, Int64)

        var order: Int64 {
            switch self {
            case .integer(let integer), .text(_, let integer): integer
            }
        }
    }

    /// One value for each key of the order.
    var values: [Value?]
    var firstID: Int64
    var secondID: Int64

    init(values: [Value?], firstID: Int64, secondID: Int64) {
        self.values = values
        self.firstID = firstID
        self.secondID = secondID
    }

    /// The sort keys of a document in a response.
    init(_ document: FoundDocument, in order: SearchOrder) {
        values = order.keys.map { key in
            switch key.key {
            case .relevance: .integer(document.relevance)
            case .integer(let field): document.integer(field.sortInteger).map(Value.integer)
            case .text(let field):
                document.text(field.sortText).flatMap { text in
                    document.integer(field.sortInteger).map { .text(text, $0) }
                }
            case .extreme, .firstID, .secondID, .own: nil
            }
        }
        firstID = document.firstID
        secondID = document.secondID
    }
}

extension SearchOrder {
    /// Compares two positions, as far as the server's keys distinguish them.
    func standing(of left: SearchPlace, to right: SearchPlace) -> Standing {
        let valueIndex = Dictionary(
            keys.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        for key in allKeys {
            let standing: Standing
            switch key.key {
            case .firstID: standing = Self.standing(left.firstID, right.firstID)
            case .secondID: standing = Self.standing(left.secondID, right.secondID)
            case .extreme(let field):
                let index = valueIndex[.integer(field)] ?? 0
                let extremes = [left, right].map { place in
                    place.values[index].map { SearchPlace.Value.integer(OrderedValue.extreme($0.order)) }
                }
                guard let met = met(extremes[0], extremes[1], key: key) else { continue }
                standing = met
            case .relevance, .integer, .text, .own:
                let index = valueIndex[key.key] ?? 0
                guard let met = met(left.values[index], right.values[index], key: key) else { continue }
                standing = met
            }
            if standing == .equal { continue }
            let isID = key.key == .firstID || key.key == .secondID
            return isID && key.isDescending ? (standing == .less ? .greater : .less) : standing
        }
        return .equal
    }

    /// Compares two values, considering direction and missing values; `nil` if they are equal.
    private func met(
        _ left: SearchPlace.Value?, _ right: SearchPlace.Value?, key: DirectedKey
    ) -> Standing? {
        switch (left, right) {
        case (nil, nil): return nil
        case (nil, _): return key.putsNoValueFirst ? .less : .greater
        case (_, nil): return key.putsNoValueFirst ? .greater : .less
        case (let left?, let right?):
            let standing: Standing =
                switch (left, right) {
                case (.text(let left, _), .text(let right, _)): Self.standing(left, right)
                default: Self.standing(left.order, right.order)
                }
            if standing == .equal { return nil }
            return key.isDescending ? (standing == .less ? .greater : .less) : standing
        }
    }

    private static func standing<Value: Comparable>(_ left: Value, _ right: Value) -> Standing {
        left < right ? .less : left == right ? .equal : .greater
    }

    /// A filter that matches every item at or after a position, and few before it.
    ///
    /// - Parameter room: The maximum number of tokens. With less room the filter is less precise.
    func filter(from place: SearchPlace, room: Int) -> FieldFilter {
        let filters = (0...keys.count + 1).reversed().map { filter(from: place, keys: $0) }
        return filters.first { $0.tokens + 6 <= room } ?? .everything
    }

    /// Uses this many of the keys and ids.
    private func filter(from place: SearchPlace, keys count: Int) -> FieldFilter {
        var levels: [(after: FieldFilter, same: FieldFilter, isExact: Bool)] = []
        for (key, value) in zip(keys, place.values) {
            switch key.key {
            case .relevance: return .everything
            case .extreme, .firstID, .secondID, .own: break
            case .integer(let field): levels.append(level(field, value, key: key, isExact: true))
            case .text(let field): levels.append(level(field, value, key: key, isExact: value == nil))
            }
        }
        // The ids are used only as far as the server sorts by them.
        for key in allKeys where key.key == .firstID || key.key == .secondID {
            let isFirst = key.key == .firstID
            let name = isFirst ? DocumentField.firstOrder : DocumentField.secondOrder
            let value = isFirst ? place.firstID : place.secondID
            levels.append((Self.behind(value, name, key: key), .inside(name, value...value), true))
        }
        var result: FieldFilter?
        var used = Array(levels.prefix(count))
        // If the filter only knows the beginning of a text, the keys after it cannot be used.
        if let inexact = used.firstIndex(where: { !$0.isExact }) { used = Array(used[...inexact]) }
        for level in used.reversed() {
            result = .any([level.after, result.map { .all([level.same, $0]) } ?? level.same])
        }
        return result?.distinct ?? .everything
    }

    private func level(
        _ field: IndexedField, _ value: SearchPlace.Value?, key: DirectedKey, isExact: Bool
    ) -> (after: FieldFilter, same: FieldFilter, isExact: Bool) {
        guard let value else {
            return (
                key.putsNoValueFirst ? .presence(of: field) : .nothing, .absence(of: field), isExact
            )
        }
        let name = field.sortInteger
        let behind = Self.behind(value.order, name, key: key)
        return (
            key.putsNoValueFirst ? behind : .any([behind, .absence(of: field)]),
            .inside(name, value.order...value.order), isExact
        )
    }

    /// The integers after a value.
    private static func behind(_ value: Int64, _ name: String, key: DirectedKey) -> FieldFilter {
        if key.isDescending { return value == .min ? .nothing : .inside(name, .min...(value - 1)) }
        return value == .max ? .nothing : .inside(name, (value + 1) ... .max)
    }
}

extension SearchPlace {
    /// The position as it is stored in a cursor.
    var json: JSONValue {
        .array(
            [.integer(firstID), .integer(secondID)]
                + values.map { value in
                    switch value {
                    case nil: .null
                    case .integer(let integer): .integer(integer)
                    case .text(let text, let integer): .array([.string(text), .integer(integer)])
                    }
                })
    }

    /// Reads a position; `nil` if it does not match the order.
    init?(_ json: JSONValue, in order: SearchOrder) {
        guard case .array(let parts) = json, parts.count == order.keys.count + 2,
            case .integer(let first) = parts[0], case .integer(let second) = parts[1]
        else { return nil }
        (firstID, secondID) = (first, second)
        values = []
        for (part, key) in zip(parts.dropFirst(2), order.keys) {
            switch (key.key, part) {
            case (_, .null): values.append(nil)
            case (.integer, .integer(let integer)), (.relevance, .integer(let integer)):
                values.append(.integer(integer))
            case (.text, .array(let pair)):
                guard pair.count == 2, case .string(let text) = pair[0], case .integer(let integer) = pair[1]
                else {
                    return nil
                }
                values.append(.text(text, integer))
            default: return nil
            }
        }
    }
}
