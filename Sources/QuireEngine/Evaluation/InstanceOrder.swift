import Foundation
import QuireCore
import QuireShared
import QuireText
import QuireToolbox

/// The order of a search's instances: its sort keys, then the id, so that no two instances are equal.
///
/// A missing value is the smallest unless a key sets its position. A list is sorted by its smallest element, in both
/// directions. A key behind a relation needs the items of the other module first: `resolved(by:)`.
package struct InstanceOrder: Sendable {
    fileprivate struct Key: Sendable {
        var field: FieldDescriptor
        var isMetadata: Bool
        /// The relations to follow to the field.
        var path: RelatedPath?
        /// The value that related items provide, by the bytes of the id that the first relation names. Until the order
        /// is resolved, no related item exists.
        var related: [ExactText: EvaluatedValue] = [:]
        var isDescending: Bool
        var putsNoValueFirst: Bool
    }

    private var keys: [Key]
    private let startsWithScore: Bool

    /// - Parameter startsWithScore: Whether the best match of a full-text search comes first, before all keys.
    /// - Throws: `QueryError` for an unknown property, or one whose values have no order.
    package init(
        _ sort: [SortKey], over table: FieldTable, module: String, startsWithScore: Bool = false
    ) throws(QueryError) {
        self.startsWithScore = startsWithScore
        var keys: [Key] = []
        for key in sort {
            let (name, isMetadata) = key.property.nameAndPlace
            let path = try RelatedPath(key.steps, over: table, module: module, in: "the sort")
            guard !isMetadata || path == nil,
                let field = (isMetadata ? FieldTable.metadata : path?.target.fields ?? table)[path: name]
            else {
                throw QueryError(
                    .unknownProperty, module: module, node: "\"\(key.joinedName)\" in the sort",
                    expected: path.map { "a field of \($0.target.name)" }
                        ?? "a field of the module or a key of its metadata")
            }
            guard ![.nothing, .place].contains(field.kind.comparison) else {
                throw QueryError(
                    .incompatibleOperation, module: module, node: "sort by \"\(name)\"",
                    expected: "a field whose values have an order")
            }
            keys.append(
                Key(
                    field: field, isMetadata: isMetadata, path: path, isDescending: key.order == .descending,
                    putsNoValueFirst: (key.nulls ?? (key.order == .ascending ? .first : .last)) == .first))
        }
        self.keys = keys
    }

    /// The order with the values of related items looked up.
    ///
    /// - Parameter items: The items of a module, as complete instances.
    package func resolved(by items: (ModuleDescriptor) -> [JSONValue]) -> InstanceOrder {
        var order = self
        for (index, key) in keys.enumerated() {
            guard let path = key.path else { continue }
            order.keys[index].related = path.values(of: items) { key.smallest(in: $0.member("values")) }
        }
        return order
    }

    /// The number of values in a position.
    var valueCount: Int { keys.count + (startsWithScore ? 1 : 0) }

    /// Where an instance stands.
    ///
    /// - Parameter key: Of a full-text search, where the order starts with it.
    package func place(of instance: JSONValue, key: Int64? = nil) -> Place {
        let values: [EvaluatedValue?] = keys.map { key in
            let object = key.isMetadata ? instance : instance.member("values")
            if let path = key.path { return path.target(of: object).flatMap { key.related[$0] } }
            return key.smallest(in: object)
        }
        let scores: [EvaluatedValue?] = startsWithScore ? [.integer(key ?? 0)] : []
        return Place(values: scores + values, id: instance.instanceID)
    }

    /// Whether a position comes before another.
    package func precedes(_ left: Place, _ right: Place) -> Bool {
        switch compareKeys(left, right) {
        case .less: true
        case .greater: false
        case .equal: EvaluatedValue.standing(left.id, right.id) == .less
        }
    }

    /// Whether two positions have equal sort keys.
    package func isTied(_ left: Place, _ right: Place) -> Bool { compareKeys(left, right) == .equal }

    private func compareKeys(_ left: Place, _ right: Place) -> Standing {
        if startsWithScore, let left = left.values[0], let right = right.values[0],
            let standing = left.standing(to: right), standing != .equal
        {
            return standing
        }
        for (index, key) in zip(valueCount - keys.count..<valueCount, keys) {
            let standing: Standing =
                switch (left.values[index], right.values[index]) {
                case (nil, nil): .equal
                case (nil, _): key.putsNoValueFirst ? .less : .greater
                case (_, nil): key.putsNoValueFirst ? .greater : .less
                case (let left?, let right?):
                    key.isDescending
                        ? (left.standing(to: right) ?? .equal).reversed : left.standing(to: right) ?? .equal
                }
            if standing != .equal { return standing }
        }
        return .equal
    }

    /// The key of an instance in a full-text search, where the order starts with it, the sort keys' values, and the id.
    package struct Place: Sendable {
        package var values: [EvaluatedValue?]
        package var id: String
    }
}

extension InstanceOrder.Key {
    /// The smallest value of the field in an object, or `nil` if there is none.
    fileprivate func smallest(in object: JSONValue?) -> EvaluatedValue? {
        EvaluatedValue.values(of: field, in: object).min {
            $0.standing(to: $1) == .less
        }
    }
}

extension JSONValue {
    /// The id of an instance. Empty if it has none.
    package var instanceID: String {
        if case .string(let id)? = member("id") { id } else { "" }
    }
}

extension InstanceOrder {
    /// Returns the cursor after a position. It contains the position itself, so that inserted or deleted items do not
    /// move it.
    package func cursor(after place: Place, of request: SearchRequest) -> Cursor {
        let token = Token(
            query: request.sortDescription,
            values: place.values.map { $0.map(Token.Value.init) }, id: Array(place.id.utf8))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Cursor(token: (try? encoder.encode(token))?.base64EncodedString() ?? "")
    }

    /// Returns the position in a cursor.
    ///
    /// - Throws: `QueryError` if the cursor is corrupt or belongs to another order, filter or module.
    package func place(after cursor: Cursor, of request: SearchRequest) throws(QueryError) -> Place {
        guard let data = Data(base64Encoded: cursor.token),
            let token = try? JSONDecoder().decode(Token.self, from: data),
            token.query == request.sortDescription, token.values.count == valueCount
        else {
            throw QueryError(
                .invalidCursor, module: request.module.name, node: "cursor \"\(cursor.token.prefix(40))\"",
                expected: "a cursor that the same query gave")
        }
        let id = String(decoding: token.id, as: UTF8.self)
        return Place(values: token.values.map { $0?.evaluated }, id: id)
    }

    private struct Token: Codable {
        var query: String
        var values: [Value?]
        var id: [UInt8]

        /// Numbers as their bits and texts as their bytes, so that nothing is lost.
        enum Value: Codable {
            case text([UInt8]), integer(Int64), number(UInt64), boolean(Bool), none

            init(_ value: EvaluatedValue) {
                self =
                    switch value {
                    case .text(let text): .text(Array(text.utf8))
                    case .integer(let number): .integer(number)
                    case .number(let number): .number(number.bitPattern)
                    case .boolean(let truth): .boolean(truth)
                    case .place, .opaque: .none
                    }
            }

            var evaluated: EvaluatedValue? {
                switch self {
                case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
                case .integer(let number): .integer(number)
                case .number(let bits): .number(Double(bitPattern: bits))
                case .boolean(let truth): .boolean(truth)
                case .none: nil
                }
            }
        }
    }
}

extension SearchRequest {
    /// Identifies what a cursor belongs to: the module, the search text, the conditions, the order.
    package var sortDescription: String {
        let keys = sort.map { key in
            let isMetadata = key.property.nameAndPlace.isMetadata
            let nulls = key.nulls.map { $0 == .first ? " nulls first" : " nulls last" } ?? ""
            return "\(isMetadata ? "" : "values.")\(key.joinedName) \(key.order.rawValue)\(nulls)"
        }
        let words = text.map { " of \($0.query)" } ?? ""
        let conditions = conditionDigits.map { " where \($0)" } ?? ""
        return "\(module.name)\(words)\(conditions): \(keys.joined(separator: ", "))"
    }

    /// Identifies the conditions of a search without text. The words of a search already identify it, and an engine may ask
    /// for its parts one after the other. `nil` without conditions.
    package var conditionDigits: String? {
        if let cursorConditions { return cursorConditions }
        guard text == nil else { return nil }
        // Printed filters omit the types of their values.
        var parts = [filter, metaFilter].compactMap { $0 }.map { String(decoding: $0.json, as: UTF8.self) }
        if let ids { parts.append("ids \(ids)") }
        if !related.isEmpty { parts.append("related \(related)") }
        if let segment { parts.append("segment \(segment)") }
        if !refinements.isEmpty { parts.append("refinements \(refinements)") }
        return parts.isEmpty ? nil : StableHash(parts.joined(separator: "\n")).digits
    }
}
