import Foundation
import QuireCore
import Testing

@Suite("Documents that hold the items inside", .timeLimit(.minutes(30)))
struct EnvelopeTests {
    /// The items as JSON, with the lines on which they begin.
    private func reading(_ text: String, as name: String = "a.json") throws -> (
        items: [String], lines: [Int], notes: [String]
    ) {
        let folder = try DataFolder([name: text])
        defer { folder.remove() }
        let read = try folder.read(name)
        return (read.items.map(\.json), read.items.map(\.line), read.notes)
    }

    private static let two = [#"{"id":1,"t":"a"}"#, #"{"id":2,"t":"b"}"#]

    @Test(
        "Responses of APIs hold a list of items",
        arguments: [
            #"{"data":{"books":[{"id":1,"t":"a"},{"id":2,"t":"b"}]}}"#,
            #"{"data":{"books":{"edges":[{"cursor":"x","node":{"id":1,"t":"a","__typename":"Book"}},{"node":{"id":2,"t":"b"},"cursor":"y"}],"pageInfo":{"hasNextPage":false}}}}"#,
            #"{"data":{"books":{"nodes":[{"id":1,"t":"a"},{"id":2,"t":"b"}],"totalCount":2}},"extensions":{}}"#,
            #"{"data":{"items":[{"id":1,"t":"a"},{"id":2,"t":"b"}],"total":2}}"#,
            #"{"_embedded":{"books":[{"id":1,"t":"a"},{"id":2,"t":"b"}]},"_links":{"self":{"href":"/"}},"page":{"size":2}}"#,
            #"{"@odata.context":"x","value":[{"id":1,"t":"a"},{"id":2,"t":"b"}]}"#,
            #"{"id":{"0":1,"1":2},"t":{"0":"a","1":"b"}}"#,
            #"{"columns":["id","t"],"index":[0,1],"data":[[1,"a"],[2,"b"]]}"#,
            #"{"0":{"id":1,"t":"a"},"1":{"id":2,"t":"b"}}"#,
            #"{"schema":{"fields":[{"name":"id","type":"integer"}],"pandas_version":"1.4.0"},"data":[{"id":1,"t":"a"},{"id":2,"t":"b"}]}"#,
        ])
    func pages(_ text: String) throws {
        #expect(try reading(text).items == Self.two)
    }

    @Test("Hits of OpenSearch are their sources with their ids")
    func hits() throws {
        let text =
            #"{"took":1,"timed_out":false,"_shards":{"total":1},"hits":{"total":{"value":2},"max_score":1.0,"hits":[{"_index":"b","_id":"x","_score":1.0,"_source":{"t":"a"}},{"_index":"b","_id":"y","_score":1.0,"_source":{"t":"b","_id":7}}]}}"#
        #expect(try reading(text).items == [#"{"_id":"x","t":"a"}"#, #"{"_id":"y","t":"b","_id_2":7}"#])
    }

    @Test("Resources of JSON:API have their attributes and the ids of related ones")
    func resources() throws {
        let text =
            #"{"data":[{"type":"books","id":"1","attributes":{"title":"a"},"relationships":{"author":{"data":{"type":"people","id":"9"}},"tags":{"data":[{"type":"t","id":"x"},{"type":"t","id":"y"}]},"none":{"links":{}}},"links":{}},{"type":"books","id":"2","attributes":{"title":"b"}}],"included":[{"type":"people","id":"9","attributes":{"name":"Ann"}}],"jsonapi":{"version":"1.0"}}"#
        let found = try reading(text)
        #expect(
            found.items == [
                #"{"id":"1","title":"a","author":"9","tags":["x","y"]}"#, #"{"id":"2","title":"b"}"#,
            ])
        #expect(found.notes == ["the items are the elements of 'data'; the rest is left out: included"])
        let single = try reading(#"{"data":{"type":"books","id":"1","attributes":{"title":"a"}}}"#)
        #expect(single.items == [#"{"id":"1","title":"a"}"#])
    }

    @Test("Objects by their ids are items with these ids")
    func keyed() throws {
        #expect(
            try reading(#"{"65791":{"name":"Leeds"},"2561":{"name":"York"}}"#).items == [
                #"{"id":"65791","name":"Leeds"}"#, #"{"id":"2561","name":"York"}"#,
            ])
        #expect(
            try reading(#"{"books":{"-NaBcDeFgHiJkLmNoPqR":{"t":"a"},"-NaBcDeFgHiJkLmNoPqS":{"t":"b"}}}"#)
                .items == [
                    #"{"id":"-NaBcDeFgHiJkLmNoPqR","t":"a"}"#, #"{"id":"-NaBcDeFgHiJkLmNoPqS","t":"b"}"#,
                ])
        let codes = ["DE", "FR", "ES", "IT", "PL", "AT", "BE", "NL"]
        let countries = codes.map { "\"\($0)\":{\"name\":\"\($0)!\"}" }.joined(separator: ",")
        #expect(try reading("{\(countries)}").items.first == #"{"id":"DE","name":"DE!"}"#)
        // An id in the item that differs from the key stays the id.
        #expect(
            try reading(#"{"7a":{"id":1},"8b":{"id":2}}"#).items == [
                #"{"key":"7a","id":1}"#, #"{"key":"8b","id":2}"#,
            ])
        #expect(try reading(#"{"1":{"id":1},"2":{"id":2}}"#).items == [#"{"id":1}"#, #"{"id":2}"#])
    }

    @Test(
        "One item stays one item",
        arguments: [
            #"{"billing":{"city":"a"},"shipping":{"city":"b"}}"#,
            #"{"address1":{"city":"a"},"address2":{"zip":"b"}}"#,
            #"{"tags":["a","b"],"sizes":[1,2]}"#, #"{"order":{"id":5,"lines":[{"a":1}]}}"#,
            #"{"id":7,"values":{"1":{"a":1},"2":{"a":2}}}"#, #"{"name":"x","meta":{"a":[{"b":1}]}}"#,
            #"{"users":[{"id":1}],"posts":[{"id":1}]}"#,
        ])
    func single(_ text: String) throws {
        #expect(try reading(text).items == [text])
    }

    @Test("A document that may hold items, but is read as one, says how to convert it")
    func hints() throws {
        #expect(
            try reading(#"{"billing":{"city":"a"},"shipping":{"city":"b"}}"#).notes.first?.contains(
                "jq 'to_entries | map")
                == true)
        #expect(
            try reading(#"{"id":[1,2],"t":["a","b"]}"#).notes.first?.contains("lists of the same length")
                == true)
    }

    @Test(
        "Features of GeoJSON are items with their properties and their geometry",
        arguments: ["a.json", "a.geojson"])
    func features(_ name: String) throws {
        let text =
            #"{"type":"FeatureCollection","name":"places","crs":{"type":"name"},"features":[{"type":"Feature","id":1,"properties":{"name":"B","id":"x","type":"city"},"geometry":{"type":"Point","coordinates":[13.4,52.5]}},{"type":"Feature","properties":null,"geometry":null}]}"#
        let found = try reading(text, as: name)
        #expect(
            found.items == [
                #"{"id":1,"geometry":{"type":"Point","coordinates":[13.4,52.5]},"name":"B","id_2":"x","type":"city"}"#,
                #"{"geometry":null}"#,
            ])
        #expect(found.notes == ["the items are the elements of 'features'; the rest is left out: name, crs"])
        let line = #"{"type":"Feature","properties":{"name":"B"},"geometry":null}"#
        #expect(
            try reading(line + "\n" + line, as: "a.ndjson").items
                == Array(repeating: #"{"geometry":null,"name":"B"}"#, count: 2))
    }

    @Test("The items of a nested list have their own lines")
    func lines() throws {
        let found = try reading("{\"data\": {\n \"total\": 2,\n \"books\": [{\"id\": 1},\n\n {\"id\": 2}]}}")
        #expect(found.lines == [3, 5])
        #expect(try reading("{\n\"1\": {\"a\": 1},\n\"2\": {\"a\": 2}}").lines == [2, 3])
    }

    @Test(
        "A page without items has none",
        arguments: [#"{"items":[],"total":0}"#, #"{"data":{"books":[],"count":0}}"#])
    func empty(_ text: String) throws {
        #expect(try reading(text).items == [])
    }

    @Test("Objects one after the other are items, on one line and on several", arguments: ["", "\n", " "])
    func sequences(_ separator: String) throws {
        #expect(try reading(Self.two.joined(separator: separator)).items == Self.two)
    }

    @Test(
        "Texts that resemble JSON are errors that say what is wrong",
        arguments: [
            (
                "[{\"a\":NaN}]",
                "a.json:1:1: error: expected a value at byte 5 of the item (item 1). JSON has no NaN"
            ),
            (
                "[{\"a\":1},\n{\"a\":1,}]",
                "a.json:2:1: error: expected a key at byte 7 of the item (item 2). Remove the comma"
            ),
            ("[{\"a\":1 // x\n}]", "JSON has no comments"), ("[{'a':1}]", "JSON has double quotes"),
            ("[{\"a\":None}]", "json.dumps"),
            (
                "[[1,2],[3,4]]",
                "expected an item, an object in braces, found [1,2] (item 1). Give its elements names"
            ),
            ("\"abc\"", "expected an item, an object in braces, found \"abc\""), ("null", "found null"),
        ])
    func dialects(_ text: String, _ message: String) throws {
        let failure = try DataFolder.failure(Data(text.utf8), as: "a.json")
        #expect(failure.contains(message), "\(failure)")
    }
}
