/// Reads the items of one page.
struct PageReader<Item: Sendable> {
    private let decoder: ItemDecoder<Item>
    private let options: DecodingOptions
    private let buffer: UnsafeRawBufferPointer
    private var json: JSONCursor
    private var items: [Item] = []
    private var rejected: [ContentDecodingError] = []
    /// Where the item that was read last starts; `nil` outside of items.
    private var itemStart: Int?
    /// The path of the list of items; `nil` where the document is one item.
    private var listPath: String?

    init(
        _ decoder: ItemDecoder<Item>, _ json: JSONCursor, _ buffer: UnsafeRawBufferPointer,
        _ options: DecodingOptions
    ) {
        self.decoder = decoder
        self.options = options
        self.buffer = buffer
        self.json = json
    }

    mutating func read() throws(DecodingFailure) -> SearchResponse<Item> {
        let pageInfo: PageInfo
        switch json.peek() {
        case UInt8(ascii: "["):
            listPath = ""
            try readItems()
            pageInfo = wholePage
        case UInt8(ascii: "{"): pageInfo = try readObject()
        default: throw json.mismatch("a page: an object with items, or an array")
        }
        try json.expectEnd()
        return SearchResponse(items: items, rejected: rejected, pageInfo: pageInfo)
    }

    mutating func readInstance() throws(DecodingFailure) -> Item {
        let item = try readItem()
        try json.expectEnd()
        return item
    }

    // MARK: - Items

    private mutating func readItems() throws(DecodingFailure) {
        guard try json.beginArray() else { return }
        repeat {
            _ = json.peek()
            let start = json
            do throws(DecodingFailure) {
                items.append(try readItem())
            } catch {
                guard options.mode == .lenient, !error.isMalformedDocument else { throw error }
                rejected.append(located(error))
                json = start
                try json.skipValue()
            }
            itemStart = nil
        } while try json.nextElement()
    }

    private mutating func readItem() throws(DecodingFailure) -> Item {
        _ = json.peek()
        itemStart = json.offset
        json.context.startInstance(depth: json.depth + 1)
        var reader = InstanceReader(json, decoder.module.fields)
        defer { json.offset = reader.endOffset }
        return try decoder.decode(&reader)
    }

    // MARK: - The page around them

    /// The page that an array without pagination is: everything.
    private var wholePage: PageInfo {
        let count = items.count + rejected.count
        return PageInfo(page: 1, limit: count, offset: 0, totalItems: count)
    }

    private mutating func readObject() throws(DecodingFailure) -> PageInfo {
        let start = json.offset
        json.offset += 1
        try json.enter()
        var pagination: Pagination?
        var hasItems = false
        if !json.consume(UInt8(ascii: "}")) {
            repeat {
                switch try json.key() {
                case "pagination" where pagination == nil:
                    if try !json.consumeNull() {
                        pagination = try Pagination.read(from: &json, .epochMilliseconds)
                    }
                case "items" where !hasItems:
                    listPath = ".items"
                    try readItems()
                    hasItems = true
                default: try json.skipValue()
                }
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
        guard hasItems else {
            throw DecodingFailure(.missing, at: start, expected: "an array", path: ".items")
        }
        guard let pagination else { return wholePage }
        return pagination.pageInfo(of: items.count + rejected.count)
    }

    // MARK: - Failures

    /// The failure with its place, found by reading the page again.
    func located(_ failure: DecodingFailure) -> ContentDecodingError {
        // An item's place is known: only the item is read again.
        let place = JSONPlace(of: failure, in: JSONBytes(buffer), from: itemStart ?? 0)
        let isInList = itemStart != nil && listPath != nil
        let item = isInList ? "\(listPath ?? "")[\(items.count + rejected.count)]" : ""
        return ContentDecodingError(
            module: decoder.module.name, id: itemStart.flatMap(itemID),
            path: JSONPlace.readable(item + place.path), byteOffset: failure.offset,
            expected: "\(failure.expected)", found: place.found)
    }

    /// The id of the item that starts at the offset, where it can be read.
    private func itemID(_ start: Int) -> String? {
        JSONCursor.withCursor(over: buffer) { (cursor) -> String? in
            cursor.offset = start
            guard cursor.consume(UInt8(ascii: "{")), cursor.peek() != UInt8(ascii: "}") else { return nil }
            repeat {
                guard let key = try? cursor.key() else { return nil }
                if key == "id" { return cursor.peek() == UInt8(ascii: "\"") ? try? cursor.string() : nil }
                guard (try? cursor.skipValue()) != nil else { return nil }
            } while cursor.consume(UInt8(ascii: ","))
            return nil
        }
    }
}
