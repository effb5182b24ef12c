import QuireCore

/// How two lists of items differ.
struct Comparison: Sendable {
    enum Difference: String, Sendable {
        case same
        /// Both have the item, at places that differ even if the missing items are left out.
        case moved
        case missing
    }

    var id: String
    /// The places in the two lists.
    var positions: (Int?, Int?)
    var difference: Difference

    var json: JSONValue {
        .record([
            "id": id.json, "positions": [positions.0?.json ?? .null, positions.1?.json ?? .null].json,
            "difference": difference.rawValue.json,
        ])
    }

    /// All items of both lists: those of the first in its order, then those that only the second has.
    static func rows(_ left: [String], _ right: [String]) -> [Comparison] {
        let (leftPlaces, rightPlaces) = (places(left), places(right))
        // The places among the items that both have.
        let common = places(left.filter { rightPlaces[Array($0.utf8)] != nil })
        let commonRight = places(right.filter { leftPlaces[Array($0.utf8)] != nil })
        var rows: [Comparison] = []
        for (index, id) in left.enumerated() {
            let key = Array(id.utf8)
            guard let other = rightPlaces[key] else {
                rows.append(Comparison(id: id, positions: (index, nil), difference: .missing))
                continue
            }
            let isSame = common[key] == commonRight[key]
            rows.append(Comparison(id: id, positions: (index, other), difference: isSame ? .same : .moved))
        }
        for (index, id) in right.enumerated() where leftPlaces[Array(id.utf8)] == nil {
            rows.append(Comparison(id: id, positions: (nil, index), difference: .missing))
        }
        return rows
    }

    private static func places(_ ids: [String]) -> [[UInt8]: Int] {
        var places: [[UInt8]: Int] = [:]
        for (index, id) in ids.enumerated() { places[Array(id.utf8)] = index }
        return places
    }
}
