import QuireCluster
import QuireCore

/// One operation of a bulk request.
///
/// Each requires an alias, because a server would otherwise create an index if the name does not exist.
struct BulkLine {
    let action: JSONValue
    let source: JSONValue?

    /// Writes the document regardless of what is stored.
    static func writing(_ document: IndexedDocument, behind alias: String) -> BulkLine {
        BulkLine(action: action("index", alias, document.id), source: document.source)
    }

    /// Writes the document if none with its id exists.
    static func creating(_ document: IndexedDocument, behind alias: String) -> BulkLine {
        BulkLine(action: action("create", alias, document.id), source: document.source)
    }

    /// Writes the document if the stored one has not changed since it was read.
    static func replacing(
        _ old: WalkedDocument, with document: IndexedDocument, behind alias: String
    ) -> BulkLine {
        BulkLine(action: action("index", alias, document.id, over: old), source: document.source)
    }

    /// Deletes the document if it has not changed since it was read.
    static func removing(_ old: WalkedDocument, behind alias: String) -> BulkLine {
        BulkLine(action: action("delete", alias, old.id, over: old), source: nil)
    }

    private static func action(
        _ name: String, _ alias: String, _ id: String, over old: WalkedDocument? = nil
    ) -> JSONValue {
        var members: [JSONValue.Member] = [.init("_index", .string(alias)), .init("_id", .string(id))]
        if let old {
            members.append(.init("if_seq_no", .count(old.sequence)))
            members.append(.init("if_primary_term", .count(old.term)))
        }
        // A deletion never creates an index.
        if name != "delete" { members.append(.init("require_alias", .boolean(true))) }
        return .of([name: .object(members)])
    }

    var bytes: [UInt8] {
        var bytes = Array(action.data) + [10]
        if let source { bytes += Array(source.data) + [10] }
        return bytes
    }
}

/// The result of one operation in a bulk request.
struct BulkOutcome {
    let status: Int
    let type: String?
    let reason: String?

    var isSuccess: Bool { (200...299).contains(status) }

    /// Whether the same operation may succeed a moment later.
    var isBusy: Bool { status == 429 || status == 503 || isBlocked }

    /// Whether writes to the index are blocked, as happens while it is being replaced.
    var isBlocked: Bool { status == 403 && type == "cluster_block_exception" }

    init(status: Int, type: String? = nil, reason: String? = nil) {
        self.status = status
        self.type = type
        self.reason = reason
    }

    /// - Parameter item: The JSON, `{"index":{"status":201,…}}`.
    init?(_ item: JSONValue, hiding secrets: [String]) {
        guard let result = item.members?.first?.value, let status = result["status"]?.int else { return nil }
        self.status = status
        let error = result["error"]
        type = error?["type"]?.string
        let cause = error?["caused_by"]?["reason"]?.string
        reason = [error?["reason"]?.string ?? error?.string, cause].compactMap { $0 }.joined(separator: ": ")
            .hiding(secrets)
    }
}
