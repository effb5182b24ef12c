import Foundation
import QuireCore

/// A page in the format of a server's response.
enum ResponsePage {
    /// HALO's page: an object with pagination, or a bare array if the whole result was requested.
    static func json(_ instances: [JSONValue], _ info: PageInfo, isWhole: Bool) -> Data {
        var json = JSONWriter()
        guard !isWhole else {
            json.value(.array(instances))
            return Data(json.bytes)
        }
        let numbers = [
            ("page", info.page), ("limit", info.limit), ("offset", info.offset),
            ("totalItems", info.totalItems),
            ("totalPages", info.totalPages),
        ]
        let pagination = numbers.compactMap { name, number in
            number.map { JSONValue.Member(name, .integer(Int64($0))) }
        }
        json.value(
            .object([
                JSONValue.Member("pagination", .object(pagination)),
                JSONValue.Member("items", .array(instances)),
            ]))
        return Data(json.bytes)
    }
}

extension Content {
    /// The item as an instance's JSON.
    var instance: JSONValue {
        var json = JSONWriter()
        write(to: &json)
        let value = try? JSONCursor.withBytes(of: Data(json.bytes)) { (cursor) throws(ValueDecodingError) in
            try cursor.value()
        }
        return value ?? .object([JSONValue.Member("id", .string(id.rawValue))])
    }
}

extension SearchRequest {
    /// The request without its module, in readable form.
    var outline: String {
        var parts: [String] = []
        if let filter { parts.append("where \(filter.outline)") }
        if let metaFilter { parts.append("where metadata \(metaFilter.outline)") }
        if let text { parts.append("search \(text)") }
        if let ids { parts.append("ids \(ids.joined(separator: ", "))") }
        if !sort.isEmpty { parts.append("sorted by \(sort.map(\.outline).joined(separator: ", "))") }
        parts.append("\(page)")
        return parts.map { ", " + $0 }.joined()
    }
}

extension SortKey {
    fileprivate var outline: String {
        let isMetadata = if case .metadata = property { true } else { false }
        return "\(isMetadata ? "metadata " : "")\(joinedName) \(order.rawValue)"
    }
}

extension Filter {
    fileprivate var outline: String {
        switch self {
        case .leaf(let leaf): "\(leaf.property) \(leaf.operation.rawValue) \(leaf.value)"
        case .and(let operands): "(\(operands.map(\.outline).joined(separator: " and ")))"
        case .or(let operands): "(\(operands.map(\.outline).joined(separator: " or ")))"
        case .any, .none: description
        }
    }
}
