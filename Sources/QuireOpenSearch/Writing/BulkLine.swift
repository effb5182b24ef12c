import QuireCore
import QuireRemote

/// Where an operation of a bulk request writes.
enum BulkTarget {
    /// An alias, which is required: a server would otherwise create an index if the name does not exist.
    case alias(String)
    /// An index that Quire did not prepare.
    case index(String)
}

/// One operation of a bulk request.
struct BulkLine {
    let action: JSONValue
    let source: JSONValue?

    /// Writes the document regardless of what is stored.
    static func writing(_ document: IndexedDocument, behind alias: String) -> BulkLine {
        BulkLine(action: action("index", document.id, in: .alias(alias)), source: document.source)
    }

    /// Writes the document if none with its id exists.
    static func creating(_ id: String, _ source: JSONValue, in target: BulkTarget) -> BulkLine {
        BulkLine(action: action("create", id, in: target), source: source)
    }

    /// Writes the document if the stored one has not changed since it was read.
    static func replacing(_ old: WalkedDocument, with source: JSONValue, in target: BulkTarget) -> BulkLine {
        BulkLine(action: action("index", old.id, in: target, over: old), source: source)
    }

    /// Deletes the document if it has not changed since it was read.
    static func removing(_ old: WalkedDocument, in target: BulkTarget) -> BulkLine {
        BulkLine(action: action("delete", old.id, in: target, over: old), source: nil)
    }

    private static func action(
        _ name: String, _ id: String, in target: BulkTarget, over old: WalkedDocument? = nil
    ) -> JSONValue {
        let (index, isAlias) =
            switch target {
            case .alias(let alias): (alias, true)
            case .index(let index): (index, false)
            }
        var members: [JSONValue.Member] = [.init("_index", .string(index)), .init("_id", .string(id))]
        if let old {
            members.append(.init("if_seq_no", .count(old.sequence)))
            members.append(.init("if_primary_term", .count(old.term)))
        }
        // A deletion never creates an index.
        if name != "delete", isAlias { members.append(.init("require_alias", .boolean(true))) }
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
