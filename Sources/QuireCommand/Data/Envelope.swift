import QuireCore
import QuireSchema

/// A document that is one object with the items in it: a page of an API, a response of GraphQL, JSON:API or OpenSearch,
/// GeoJSON, objects by their ids, or a table of pandas.
struct Envelope {
    /// The keys that lead to the list or object that holds the items.
    let path: [String]
    let items: [[DataValue.Member]]
    let notes: [String]
    /// Whether each item is one value of the document.
    private let haveLines: Bool

    /// - Returns: `nil` if the document is an item itself.
    init?(_ document: [DataValue.Member]) {
        guard let list = Self.find(in: document, at: []) else { return nil }
        path = list.path
        items = list.items
        haveLines = list.haveLines
        let key = quoted(path.joined(separator: "."))
        let others = list.others.filter { !Self.silent.contains($0) }
        if !others.isEmpty {
            notes = [
                "the items are the elements of \(key); the rest is left out: \(others.joined(separator: ", "))"
            ]
        } else if let note = list.note {
            notes = [note]
        } else {
            notes = path.isEmpty ? [] : ["the items are the elements of \(key)"]
        }
    }

    private struct Found {
        var path: [String]
        var items: [[DataValue.Member]]
        /// The keys beside the items on each level.
        var others: [String] = []
        var note: String?
        var haveLines = true
    }

    /// Keys that describe a list of items. An object with other keys is an item that contains a list.
    private static let listKeys: Set<String> = [
        "total", "totalcount", "totalelements", "totalresults", "totalitems", "totalpages", "totalhits",
        "totalrows", "count",
        "skip",
        "limit", "page", "pages", "perpage", "pagesize", "size", "offset", "hasmore", "hasnext", "next",
        "nextpage",
        "previous", "prev", "first", "last", "cursor", "nextcursor", "links", "meta", "metadata",
        "pagination",
        "paging", "pageable", "pageinfo", "sort", "status", "ok", "success", "code", "message", "error",
        "errors",
        "bbox", "crs", "version", "generated", "generatedat", "timestamp", "updated", "updatedat",
        "lastupdated",
        "copyright", "license", "source", "odatacontext", "odatacount", "odatanextlink", "schema", "took",
        "timedout",
        "info", "shards", "maxscore", "aggregations", "facets", "suggest", "extensions", "included",
        "jsonapi",
        "typename", "numberofelements", "empty",
    ]

    /// Keys without data, which need no note.
    private static let silent: Set<String> = ["__typename", "jsonapi"]
    private static let deepest = 6

    private static func isKnown(_ member: DataValue.Member) -> Bool {
        listKeys.contains(member.name.lowercased().filter(\.isLetter))
    }

    /// Whether the document is GeoJSON, which may have members of its own beside the features.
    private static func isCollection(_ members: [DataValue.Member]) -> Bool {
        if case .text("FeatureCollection")? = members.value("type") { true } else { false }
    }

    private static func find(in members: [DataValue.Member], at path: [String]) -> Found? {
        guard path.count < deepest else { return nil }
        let lists = members.filter { isItems($0.value) }
        let holders = lists.contains { !isKnown($0) } ? lists.filter { !isKnown($0) } : lists
        if let holder = holders.first ?? emptyList(members), holders.count < 2 {
            let others = members.filter { !$0.name.isByteEqual(to: holder.name) }
            // Spring numbers its pages.
            let isNumbered = members.value("totalPages") != nil
            let areKnown = others.allSatisfy { isKnown($0) || isNumbered && $0.name == "number" }
            guard areKnown || isCollection(members), case .list(let elements) = holder.value
            else { return nil }
            return Found(
                path: path + [holder.name], items: WrappedItem.plain(elements),
                others: others.map(\.name).filter { $0 != "type" || !isCollection(members) })
        }
        if !lists.isEmpty { return nil }
        if let table = ColumnTable(members) { return Found(path: path, items: table.items, haveLines: false) }
        if let keyed = KeyedItems(members) {
            return Found(path: path, items: keyed.items, note: path.isEmpty ? keyed.note : nil)
        }
        let inner = members.filter { if case .object = $0.value { !isKnown($0) } else { false } }
        guard inner.count == 1, case .object(let content) = inner[0].value else { return nil }
        let others = members.filter { !$0.name.isByteEqual(to: inner[0].name) }
        guard others.allSatisfy(isKnown) else { return nil }
        if let resource = WrappedItem.resource(content) {
            return Found(path: path + [inner[0].name], items: [resource], others: others.map(\.name))
        }
        guard var list = find(in: content, at: path + [inner[0].name]) else { return nil }
        list.others = others.map(\.name) + list.others
        return list
    }

    /// The empty list of a page without items.
    private static func emptyList(_ members: [DataValue.Member]) -> DataValue.Member? {
        let lists = members.filter { if case .list = $0.value { !isKnown($0) } else { false } }
        guard lists.count == 1, members.count > 1, case .list(let elements) = lists[0].value else {
            return nil
        }
        return elements.isEmpty ? lists[0] : nil
    }

    private static func isItems(_ value: DataValue) -> Bool {
        guard case .list(let elements) = value, !elements.isEmpty else { return false }
        return elements.allSatisfy { if case .object = $0 { true } else { false } }
    }

    /// Why a document is the error of a request, not data: a response of GraphQL or JSON:API without data.
    static func error(in members: [DataValue.Member]) -> String? {
        guard case .list(let errors)? = members.value("errors"), case .object(let first)? = errors.first,
            members.value("data").map(\.isNull) ?? true,
            members.allSatisfy({
                ["data", "errors", "extensions", "meta", "jsonapi", "links"].contains($0.name)
            })
        else { return nil }
        let texts = ["message", "detail", "title"].compactMap(first.value)
        guard case .text(let text)? = texts.first else { return nil }
        return
            "the file is the response to a request that failed, without data: \(quoted(text)). Correct the request, "
            + "and save its response again."
    }

    /// How to get the items of a document that may hold some, but is read as one item.
    static func notes(on members: [DataValue.Member], path: String) -> [String] {
        let file = ShellWord.quoted(path)
        let lists = members.filter { isItems($0.value) }
        if lists.count > 1, lists.count == members.count {
            let key = lists[0].name
            return [
                "the file is one item with several lists of objects. For a module of each, write each list to a file "
                    + "of its own: jq '.\(key)' \(file) > \(key).json"
            ]
        }
        if KeyedItems.haveSameKeys(members) {
            return [
                "the file is one item with objects of the same keys. If each of them is an item, convert the file: "
                    + "jq 'to_entries | map({id: .key} + .value)' \(file)"
            ]
        }
        if ColumnTable.areColumns(members) {
            return [
                "the file is one item with lists of the same length. If they are columns, convert the file: "
                    + "jq '[to_entries | (.[0].value | keys[]) as $i | map({(.key): .value[$i]}) | add]' \(file)"
            ]
        }
        return []
    }

    // MARK: - Lines

    /// The lines on which the items begin. Empty if the items are no values of their own.
    ///
    /// - Parameters:
    ///   - bytes: The text of the document, which is valid JSON.
    ///   - line: Its first line.
    func lines(in bytes: UnsafeRawBufferPointer, from line: Int) -> [Int] {
        guard haveLines else { return [] }
        let offsets = try? JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
            for key in path {
                let isFound = try Self.children(&json) { $0.map { $0.isByteEqual(to: key) } ?? false }
                guard isFound != nil else { return [Int]() }
            }
            var starts: [Int] = []
            _ = try Self.children(&json) { _ in
                false
            } each: {
                starts.append($0)
            }
            return starts
        }
        guard let offsets, offsets.count == items.count else { return [] }
        var lines: [Int] = []
        var current = line
        var position = 0
        for offset in offsets {
            current += bytes[position..<offset].count { $0 == 0x0A }
            position = offset
            lines.append(current)
        }
        return lines
    }

    /// Visits the elements or members of a container, and stops at the value of the first key that is wanted.
    private static func children(
        _ json: inout JSONCursor, until isWanted: (String?) -> Bool, each: (Int) -> Void = { _ in }
    ) throws(ValueDecodingError) -> Bool? {
        let isObject = json.peek() == UInt8(ascii: "{")
        guard isObject || json.peek() == UInt8(ascii: "[") else { return nil }
        json.offset += 1
        if json.consume(UInt8(ascii: isObject ? "}" : "]")) { return nil }
        repeat {
            let key = isObject ? try json.key() : nil
            if isWanted(key) { return true }
            _ = json.peek()
            each(json.offset)
            try json.skipValue()
        } while json.consume(UInt8(ascii: ","))
        return nil
    }
}
