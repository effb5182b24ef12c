import Quire

/// One operation of a bulk request.
struct BulkLine {
    let action: JSONValue
    let source: JSONValue?

    /// Writes the document whatever is there.
    static func writing(_ document: IndexedDocument, in index: String) -> BulkLine {
        BulkLine(action: action("index", index, document.id), source: document.source)
    }

    /// Writes the document where there is none of its id.
    static func creating(_ document: IndexedDocument, in index: String) -> BulkLine {
        BulkLine(action: action("create", index, document.id), source: document.source)
    }

    /// The same behind an alias. Where the alias is not there, no index of its name must be made.
    static func creating(_ document: IndexedDocument, behind alias: String) -> BulkLine {
        let mark = JSONValue.Member("require_alias", .boolean(true))
        return BulkLine(
            action: action("create", alias, document.id, marks: [mark]), source: document.source)
    }

    /// Writes the document where the one of its id is still the one that was read.
    static func replacing(
        _ document: IndexedDocument, in index: String, sequence: Int, term: Int
    ) -> BulkLine {
        BulkLine(action: action("index", index, document.id, sequence, term), source: document.source)
    }

    /// Removes the document where it is still the one that was read.
    static func removing(_ document: WalkedDocument, in index: String) -> BulkLine {
        removing(document.id, in: index, sequence: document.sequence, term: document.term)
    }

    static func removing(_ id: String, in index: String, sequence: Int, term: Int) -> BulkLine {
        BulkLine(action: action("delete", index, id, sequence, term), source: nil)
    }

    private static func action(
        _ name: String, _ index: String, _ id: String, _ sequence: Int? = nil, _ term: Int? = nil,
        marks: [JSONValue.Member] = []
    ) -> JSONValue {
        var members: [JSONValue.Member] = [.init("_index", .string(index)), .init("_id", .string(id))]
        if let sequence, let term {
            members.append(.init("if_seq_no", .count(sequence)))
            members.append(.init("if_primary_term", .count(term)))
        }
        return .of([name: .object(members + marks)])
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
    var isBusy: Bool { status == 429 || status == 503 }

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
