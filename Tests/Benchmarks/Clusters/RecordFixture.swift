import Foundation
import LoopbackServer
import Quire

/// Records of a PocketBase server, as it writes them: keys in alphabetical order, and `&` as an escape.
enum RecordFixture {
    /// A page of records.
    static func page(_ records: [JSONValue], total: Int) -> String {
        let items = records.map { $0.description.replacing("&", with: "\\u0026") }
        return """
            {"items":[\(items.joined(separator: ","))],"page":1,"perPage":\(records.isEmpty ? 20 : records.count),\
            "totalItems":\(total),"totalPages":1}
            """
    }

    /// The columns that a request selects.
    static func columns(selectedBy request: ReceivedRequest) -> Set<String> {
        let list = request.query("fields")?.removingPercentEncoding ?? ""
        return Set(list.split(separator: ",").map(String.init))
    }

    /// The record of an item of `PageFixture`.
    ///
    /// In a managed collection, the address of the cover is a link; otherwise, the cover is an uploaded file.
    static func record(of instance: JSONValue, isManaged: Bool) -> JSONValue {
        guard case .object(let instance) = instance,
            case .object(let values)? = instance.first(where: { $0.name == "values" })?.value
        else { return .null }
        func metadata(_ name: String) -> JSONValue { instance.first { $0.name == name }?.value ?? .null }
        var columns: [String: JSONValue] = [
            "id": metadata("id"), "created": date(metadata("createdAt")),
            "updated": date(metadata("updatedAt")),
        ]
        var present: [JSONValue] = []
        for value in values {
            switch (value.name, value.value) {
            case ("released", _), ("expires", _): columns[value.name] = date(value.value)
            case ("cover", .string(let address)):
                let name = address.split(separator: "/").last.map(String.init) ?? ""
                columns["cover"] = .string(isManaged ? "" : name)
                if isManaged { columns["q_u_cover"] = value.value }
            case (_, .null): columns[value.name] = .string("")
            default: columns[value.name] = value.value
            }
            if [.integer(0), .number(0), .boolean(false)].contains(value.value) {
                present.append(.string(value.name))
            }
        }
        guard isManaged else { return object(columns) }
        for name in ["age", "pages", "stock"] { columns["q_x_\(name)"] = .string("") }
        columns["q_has"] = .array(present)
        var others: [String: JSONValue] = [
            // Upper-case letters have other characters there.
            "t": .string("\u{E0F0}6:market=\u{E10D}\u{E10B}\u{E0F0}5:brand=\u{E107}arbour\u{E0F0}"),
            "tags": metadata("tags"),
        ]
        for name in ["customerId", "revision", "publishedAt"] { others[name] = metadata(name) }
        for name in ["name", "module", "createdBy", "updatedBy"] {
            if case .string(let text) = metadata(name) { others[name] = .string("=" + text) }
        }
        columns["q_meta"] = object(others)
        return object(columns)
    }

    private static func object(_ members: [String: JSONValue]) -> JSONValue {
        .object(members.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    }

    private static func date(_ milliseconds: JSONValue) -> JSONValue {
        guard case .integer(let milliseconds) = milliseconds else { return .string("") }
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let text = formatter.string(from: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        return .string(text.replacing("T", with: " "))
    }
}
