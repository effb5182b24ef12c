import QuireText

/// A document with one list of items, and figures about it: `{"products": [{…}, {…}], "total": 2}`.
struct Envelope {
    /// The key of the list.
    let key: String
    /// The other keys.
    let others: [String]
    let items: [DataValue]

    /// Keys that describe a list of items. An object with other keys is an item that contains a list.
    private static let known: Set<String> = [
        "total", "totalcount", "totalresults", "totalitems", "totalpages", "totalhits", "count", "skip",
        "limit",
        "page", "pages", "perpage", "pagesize", "size", "offset", "hasmore", "hasnext", "next", "nextpage",
        "previous", "prev", "first", "last", "cursor", "nextcursor", "links", "meta", "metadata",
        "pagination",
        "paging", "sort", "status", "ok", "success", "code", "message", "error", "errors", "bbox", "crs",
        "version", "generated", "generatedat", "timestamp", "updated", "updatedat", "lastupdated",
        "copyright",
        "license", "source", "odatacontext", "schema", "took", "timedout", "info",
    ]

    /// - Returns: `nil` if the document is an item itself.
    init?(_ members: [DataValue.Member]) {
        let lists = members.filter { Self.isItems($0.value) }
        guard lists.count == 1, case .list(let items) = lists[0].value else { return nil }
        key = lists[0].name
        others = members.map(\.name).filter { !$0.isByteEqual(to: lists[0].name) }
        for member in members where !member.name.isByteEqual(to: key) {
            if Self.known.contains(member.name.lowercased().filter(\.isLetter)) { continue }
            // GeoJSON.
            if member.name == "type", case .text("FeatureCollection") = member.value { continue }
            return nil
        }
        self.items = items
    }

    /// The keys of a document with several lists of items, each of which would be a module.
    static func lists(in members: [DataValue.Member]) -> [String] {
        let lists = members.filter { isItems($0.value) }
        return lists.count > 1 && lists.count == members.count ? lists.map(\.name) : []
    }

    private static func isItems(_ value: DataValue) -> Bool {
        guard case .list(let elements) = value, !elements.isEmpty else { return false }
        return elements.allSatisfy { if case .object = $0 { true } else { false } }
    }

    /// The lines on which the items begin.
    ///
    /// - Parameters:
    ///   - bytes: The text of the document, which is valid JSON.
    ///   - line: Its first line.
    func lines(in bytes: UnsafeRawBufferPointer, from line: Int) -> [Int] {
        var lines: [Int] = []
        var line = line
        var depth = 0
        var textStart: Int?
        var name: Range<Int>?
        var isInList = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A { line += 1 }
            if let start = textStart {
                if byte == UInt8(ascii: "\\") {
                    index += 1
                } else if byte == UInt8(ascii: "\"") {
                    if depth == 1 { name = start..<index + 1 }
                    textStart = nil
                }
            } else {
                switch byte {
                case UInt8(ascii: "\""): textStart = index
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    if depth == 1 { isInList = name.map { isKey(bytes[$0]) } ?? false }
                    if depth == 2, isInList { lines.append(line) }
                    depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
            index += 1
        }
        return lines
    }

    private func isKey(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard case .text(let name)? = try? DataValue(parsing: UnsafeRawBufferPointer(rebasing: text)) else {
            return false
        }
        return name.isByteEqual(to: key)
    }
}
