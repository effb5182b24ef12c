import Foundation
import QuireCore
import QuireText
import QuireToolbox

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
        return parts.isEmpty ? nil : parts.joined(separator: "\n").hashDigits
    }
}
