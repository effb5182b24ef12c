import QuireEngine
import Testing

/// Shapes in which other systems export data.
@Suite("quire infer: exports of other systems")
struct ExportedDataTests {
    private func infer(_ text: String, as name: String = "items.json") throws -> Inferred {
        let folder = try DataFolder([name: text])
        defer { folder.remove() }
        return try folder.infer()
    }

    @Test(
        "A page of items is a list of items, in one line or in several",
        arguments: [
            #"{"products":[{"id":1,"title":"a"},{"id":2,"title":"b"}],"total":2,"skip":0,"limit":30}"#,
            "{\n \"data\": [\n  {\"id\":1,\"title\":\"a, [b]\"},\n  {\"id\":2,\"title\":\"b\"}\n ],\n \"meta\": {\"page\": 1}\n}\n",
            #"{"type":"FeatureCollection","features":[{"id":"x","title":"a"},{"id":"y","title":"b"}]}"#,
        ])
    func envelopes(_ text: String) throws {
        let found = try infer(text)
        #expect(found.types(of: "items") == ["title": "text"])
        #expect(
            found.outcome.notes.contains {
                $0.contains("items: 2 items, ids from \"id\"") || $0.contains("2 items, ids from 'id'")
            })
        #expect(found.outcome.notes.contains { $0.contains("the items are the elements of '") })
    }

    @Test("An item that contains a list of objects stays one item")
    func itemsWithLists() throws {
        let order = try infer(#"{"id":7,"customer":"Emma","lines":[{"sku":"a","count":1}]}"#)
        #expect(order.types(of: "items") == ["customer": "text", "lines": "list object sku,count"])
        let lines = try infer(#"{"id":7,"lines":[{"a":1}]}"# + "\n" + #"{"id":8,"lines":[{"a":2}]}"# + "\n")
        #expect(lines.types(of: "items") == ["lines": "list object a"])
    }

    @Test("A file with several lists of items is reported with the way to split it")
    func severalLists() throws {
        let found = try infer(#"{"users":[{"id":1}],"posts":[{"id":1}]}"#)
        #expect(
            found.outcome.notes.contains {
                $0.contains("warning: the file is one item with several lists of objects")
            })
        #expect(found.outcome.notes.contains { $0.contains("jq '.users'") })
    }

    @Test("An error in a page names the line of the item")
    func lineOfItem() throws {
        let folder = try DataFolder(["items.json": "{\"data\":[\n{\"id\":1,\"a\":1},\n\n{\"a\":2}]}"])
        defer { folder.remove() }
        let error = #expect(throws: UnusableDataError.self) { try folder.infer(id: "id") }
        #expect(error?.description.contains("items.json:4:1: error: the item has no 'id'") == true)
        #expect(error?.description.contains("(item 2)") == true)
    }

    @Test("Typed values of MongoDB's exports have their own types")
    func extendedJSON() throws {
        let found = try infer(
            (0..<3).map {
                #"{"_id":{"$oid":"5f0000000000000000000\#($0)"},"at":{"$date":"2024-02-29T12:00:0\#($0)Z"},"n":{"$numberLong":"\#($0)"},"when":{"$date":{"$numberLong":"170000000000\#($0)"}},"price":{"$numberDecimal":"1.5"}}"#
            }.joined(separator: "\n"), as: "items.ndjson")
        #expect(
            found.types(of: "items") == [
                "at": "dateTime rfc3339", "n": "integer", "when": "dateTime rfc3339",
                "price": "number",
            ])
        #expect(!found.outcome.notes.contains { $0.contains("no field identifies") })
    }

    @Test(
        "Milliseconds of MongoDB's dates are exact",
        arguments: [-62_135_596_800_000, -1_500, 1_700_000_000_001, 951_782_399_999, 253_402_300_799_999])
    func milliseconds(_ value: Int64) throws {
        let text = try #require(DataFolder.text(ofMongoDBDate: value))
        #expect(DateReading.rfc3339(text) == value, "\(text)")
    }

    @Test("Records of Algolia have the id objectID")
    func objectID() throws {
        let found = try infer(#"[{"objectID":"1","name":"a"},{"objectID":"2","name":"b"}]"#)
        #expect(found.types(of: "items") == ["name": "text"])
    }

    @Test(
        "Dates with an English month are dates",
        arguments: [
            "Jun 12 1998", "12 June 1998", "June 12, 1998", "12-Jun-1998", "Fri, 12 Jun 1998",
            "June 12th, 1998",
            "Sept. 3 1998",
        ])
    func monthNames(_ text: String) throws {
        let found = try infer("[{\"id\":1,\"day\":\"\(text)\"},{\"id\":2,\"day\":\"Jan 1 2000\"}]")
        #expect(found.types(of: "items") == ["day": "date dateOnly"])
    }

    @Test(
        "Texts that only begin like dates stay texts",
        arguments: ["June 12 1998 was a Friday", "May 5", "Mayor 12 1998", "Jun 31 1998", "Jun 1998"])
    func noDates(_ text: String) throws {
        let found = try infer("[{\"id\":1,\"day\":\"\(text)\"},{\"id\":2,\"day\":\"Jan 1 2000\"}]")
        #expect(found.types(of: "items") == ["day": "text"])
    }

    @Test("An e-mail's date is a moment")
    func mailDates() throws {
        let found = try infer(
            #"[{"id":1,"sent":"Fri, 12 Jun 1998 10:00:05 +0200"},{"id":2,"sent":"Sat, 13 Jun 1998 10:00:05 GMT"}]"#
        )
        #expect(found.types(of: "items") == ["sent": "dateTime rfc3339"])
    }
}
