/// Reads the items of one page.
struct PageReader<Item: Sendable> {
    private let decoder: ItemDecoder<Item>
    private let options: DecodingOptions
    private let buffer: UnsafeRawBufferPointer
    private var json: JSONCursor
    private var items: [Item] = []
    private var rejected: [ContentDecodingError] = []
    /// The start of the item that was read last, or `nil` outside of items.
    private var itemStart: Int?
    /// The path of the list of items, or `nil` if the document is a single item.
    private var listPath: String?

    init(
        _ decoder: ItemDecoder<Item>, _ json: JSONCursor, buffer: UnsafeRawBufferPointer,
        options: DecodingOptions
    ) {
        self.decoder = decoder
        self.options = options
        self.buffer = buffer
        self.json = json
    }

    mutating func read() throws(ValueDecodingError) -> SearchResponse<Item> {
        json.skipByteOrderMark()
        let reported: ReportedPaging
        switch json.peek() {
        case UInt8(ascii: "["):
            listPath = ""
            try readItems()
            reported = ReportedPaging()
        case UInt8(ascii: "{"): reported = try readObject()
        default: throw json.mismatch("a page: an object with items, or an array")
        }
        try json.expectEnd()
        let pageInfo = reported.isEmpty ? wholePage : reported.pageInfo(of: items.count + rejected.count)
        var response = SearchResponse(items: items, rejected: rejected, pageInfo: pageInfo)
        response.reported = reported
        return response
    }

    mutating func readInstance() throws(ValueDecodingError) -> Item {
        json.skipByteOrderMark()
        let item = try readItem()
        try json.expectEnd()
        return item
    }

    // MARK: - Items

    private mutating func readItems() throws(ValueDecodingError) {
        guard try json.beginArray() else { return }
        let listStart = json.offset
        repeat {
            _ = json.peek()
            let start = json
            do throws(ValueDecodingError) {
                items.append(try readItem())
            } catch {
                guard options.mode == .lenient else { throw error }
                var end = start
                // If the page is cut off or is not JSON, the end of the item cannot be found.
                try end.skipStructure()
                rejected.append(located(error))
                json = end
            }
            itemStart = nil
            if items.count == 1 || items.count == 32 { reserveItems(since: listStart) }
        } while try json.nextElement()
    }

    /// The most memory to reserve for items that may not come, in bytes.
    private static var mostReserved: Int { 16 << 20 }

    /// Reserves room for the rest of the page, as if its items were as long as those before. Growing step by step would
    /// copy all items several times.
    private mutating func reserveItems(since start: Int) {
        let length = max(1, (json.offset - start) / items.count)
        let rest = (json.count - json.offset) / length
        // A hostile page could begin with many short items.
        let most = Self.mostReserved / max(1, MemoryLayout<Item>.stride)
        let estimate = min(items.count + rest + rest / 16, most)
        items.reserveCapacity(items.count == 1 ? min(estimate, 32) : estimate)
    }

    private mutating func readItem() throws(ValueDecodingError) -> Item {
        _ = json.peek()
        itemStart = json.offset
        json.context.startInstance(depth: json.depth + 1)
        var reader = InstanceReader(json, decoder.module.fields)
        defer { json.offset = reader.endOffset }
        return try decoder.decode(&reader)
    }

    // MARK: - The page around them

    /// The page info of an array without pagination, which is the whole result.
    private var wholePage: PageInfo {
        let count = items.count + rejected.count
        return PageInfo(page: 1, limit: count, offset: 0, totalItems: count)
    }

    private mutating func readObject() throws(ValueDecodingError) -> ReportedPaging {
        let start = json.offset
        json.offset += 1
        try json.enter()
        var reported: ReportedPaging?
        var hasItems = false
        var isNull = false
        if !json.consume(UInt8(ascii: "}")) {
            repeat {
                switch try json.key() {
                case "pagination" where reported == nil:
                    if try !json.consumeNull() { reported = try ReportedPaging(from: &json) }
                case "items" where !hasItems:
                    listPath = ".items"
                    hasItems = true
                    // Some servers send null for an empty list.
                    isNull = try json.consumeNull()
                    if !isNull { try readItems() }
                default: try skipUnknown()
                }
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
        guard hasItems, !isNull || reported != nil else {
            throw ValueDecodingError(.missing, at: start, expected: "an array", path: ".items")
        }
        return reported ?? ReportedPaging()
    }

    /// Skips other members. In a lenient page, their texts and numbers need not be valid.
    private mutating func skipUnknown() throws(ValueDecodingError) {
        var end = json
        do throws(ValueDecodingError) {
            try json.skipValue()
        } catch {
            guard options.mode == .lenient, (try? end.skipStructure()) != nil else { throw error }
            json = end
        }
    }

    // MARK: - Failures

    /// The failure with its location, found by reading the page again.
    func located(_ failure: ValueDecodingError) -> ContentDecodingError {
        // The start of the item is known, so only the item is read again.
        let place = JSONPlace(of: failure, in: JSONBytes(buffer), from: itemStart ?? 0)
        let isInList = itemStart != nil && listPath != nil
        let item = isInList ? "\(listPath ?? "")[\(items.count + rejected.count)]" : ""
        var error = ContentDecodingError(
            module: decoder.module.name, id: itemStart.flatMap(itemID),
            path: JSONPlace.readable(item + place.path), byteOffset: failure.offset,
            expected: "\(failure.expected)", found: place.value)
        error.isMalformedDocument = failure.isMalformedDocument
        return error
    }

    /// The id of the item that starts at the offset, if it can be read.
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
