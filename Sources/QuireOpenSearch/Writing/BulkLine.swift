import QuireCore

/// One operation of a bulk request.
///
/// All of them name aliases, and say so: a server would make an index of a name that is not there.
struct BulkLine {
    let action: JSONValue
    let source: JSONValue?

    /// Writes the document whatever is there.
    static func writing(_ document: IndexedDocument, behind alias: String) -> BulkLine {
        BulkLine(action: action("index", alias, document.id), source: document.source)
    }

    /// Writes the document where there is none of its id.
    static func creating(_ document: IndexedDocument, behind alias: String) -> BulkLine {
        BulkLine(action: action("create", alias, document.id), source: document.source)
    }

    /// Writes the document where the one of its id is still the one that was read.
    static func replacing(
        _ old: WalkedDocument, with document: IndexedDocument, behind alias: String
    ) -> BulkLine {
        BulkLine(action: action("index", alias, document.id, over: old), source: document.source)
    }

    /// Removes the document where it is still the one that was read.
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
        // A removal makes no index.
        if name != "delete" { members.append(.init("require_alias", .boolean(true))) }
        return .of([name: .object(members)])
    }

    var bytes: [UInt8] {
        var bytes = Array(action.data) + [10]
        if let source { bytes += Array(source.data) + [10] }
        return bytes
    }
}

/// What became of one operation of a bulk request.
struct BulkOutcome {
    let status: Int
    let type: String?
    let reason: String?

    var isSuccess: Bool { (200...299).contains(status) }

    /// Whether the same line may be taken a moment later.
    var isBusy: Bool { status == 429 || status == 503 || isBlocked }

    /// Whether writers are kept out of the index, as while it is replaced.
    var isBlocked: Bool { status == 403 && type == "cluster_block_exception" }

    init(status: Int, type: String? = nil, reason: String? = nil) {
        self.status = status
        self.type = type
        self.reason = reason
    }

    /// - Parameter item: `{"index":{"status":201,…}}`
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
