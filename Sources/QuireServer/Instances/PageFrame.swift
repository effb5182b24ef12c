import QuireCore

/// The frame around the items of a page, and the page without items.
enum PageFrame {
    /// The page of a search that cannot find anything.
    static func emptyPage(_ page: PageRequest) -> [UInt8] {
        if case .all = page { return Array("[]".utf8) }
        var json = JSONWriter()
        json.beginObject()
        write(page, total: 0, to: &json)
        json.beginArray()
        json.endArray()
        json.endObject()
        return json.bytes
    }

    /// Writes `pagination`, and the key of the items.
    static func write(_ page: PageRequest, total: Int, to json: inout JSONWriter) {
        let (number, limit) = window(page)
        json.key("pagination")
        json.beginObject()
        let numbers: [(StaticString, Int)] = [
            ("page", number), ("limit", limit), ("offset", (number - 1) * limit), ("totalItems", total),
            ("totalPages", (total + limit - 1) / limit),
        ]
        for (key, value) in numbers {
            json.key(key)
            json.integer(Int64(value))
        }
        json.endObject()
        json.key("items")
    }

    /// The number and the size of a page. Defaults to the first page of HALO's size.
    static func window(_ page: PageRequest) -> (number: Int, limit: Int) {
        if case .page(let number, let limit) = page { (number, limit) } else { (1, 10) }
    }
}
