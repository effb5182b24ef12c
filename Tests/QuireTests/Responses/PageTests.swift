import DecodingSamples
import Foundation
import Quire
import Testing

@Suite("Reading pages")
struct PageTests {
    private let decoder = ItemDecoder<Content<Makers>>.content()

    private func page(
        _ text: String, _ mode: DecodingOptions.Mode = .strict
    ) throws(ContentDecodingError) -> SearchResponse<Content<Makers>> {
        var options = DecodingOptions()
        options.mode = mode
        return try decoder.decodePage(Data(text.utf8), options: options)
    }

    private func error(_ text: String, _ mode: DecodingOptions.Mode = .strict) -> ContentDecodingError? {
        do throws(ContentDecodingError) {
            _ = try page(text, mode)
            return nil
        } catch {
            return error
        }
    }

    @Test("HALO's object form: pagination and items in any order, unknown keys are ignored")
    func objectForm() throws {
        let response = try page(
            #"""
            {"search": {"facets": {}}, "items": [{"id": "1", "values": {"name": "Ada"}}],
             "pagination": {"page": 3, "limit": 10, "offset": 20, "totalItems": 21, "totalPages": 3}, "sort": null}
            """#)
        #expect(response.items.map(\.id) == ["1"] && response.items.first?.values.name == "Ada")
        #expect(response.pageInfo == PageInfo(page: 3, limit: 10, offset: 20, totalItems: 21))
        #expect(response.pageInfo.totalPages == 3)
    }

    @Test("Items whose keys come in different orders read like items in the schema's order")
    func changingOrders() throws {
        var random = SystemRandomNumberGenerator()
        func object(_ members: [String], isShuffled: Bool) -> String {
            "{" + (isShuffled ? members.shuffled(using: &random) : members).joined(separator: ",") + "}"
        }
        func list(isShuffled: Bool) -> String {
            let items = (0..<70).map { number in
                let tag = [
                    #""id":"t\#(number)""#, #""name":"brand""#, #""value":"v\#(number)""#, #""new":0"#,
                ]
                var values = [#""name":"Ada \#(number)""#, #""unknown":[{"name":"no"}]"#]
                if number % 3 > 0 { values.append(#""works":["g\#(number)"]"#) }
                let members = [
                    #""id":"i\#(number)""#, #""name":"n\#(number)""#, #""createdAt":\#(number)"#,
                    #""updatedBy":"Bob""#, #""extra":null"#,
                    #""tags":[\#(object(tag, isShuffled: isShuffled))]"#,
                    #""values":\#(object(values, isShuffled: isShuffled))"#,
                ]
                return object(members, isShuffled: isShuffled)
            }
            return "[\(items.joined(separator: ","))]"
        }
        let expected = try page(list(isShuffled: false)).items
        #expect(expected.count == 70 && expected[69].values.name == "Ada 69")
        for _ in 0..<20 { #expect(try page(list(isShuffled: true)).items == expected) }
    }

    @Test("The bare array of an unpaged request is one complete page")
    func bareArray() throws {
        let response = try page(#"[{"id":"1","values":{"name":"a"}},{"id":"2","values":{"name":"b"}}]"#)
        #expect(response.items.map(\.id) == ["1", "2"])
        #expect(response.pageInfo == PageInfo(page: 1, limit: 2, offset: 0, totalItems: 2))
        #expect(try page(" [ ] ").items.isEmpty)
    }

    @Test("Missing pagination numbers are derived from the others")
    func partialPagination() throws {
        #expect(
            try page(#"{"pagination":{"page":2,"limit":5},"items":[]}"#).pageInfo
                == PageInfo(page: 2, limit: 5, offset: 5, totalItems: nil))
        #expect(
            try page(#"{"items":[],"pagination":null}"#).pageInfo
                == PageInfo(page: 1, limit: 0, offset: 0, totalItems: 0))
        #expect(
            error(#"{"pagination":{"page":"two"},"items":[]}"#)?.description
                == "makers: expected a whole number at pagination.page (byte 22), found \"two\". The server's paging has another "
                + "form than HALO's: check the server's version.")
    }

    @Test("HALO's instances: dates may be absent or null, unknown keys are ignored, all metadata is read")
    func instance() throws {
        let text = #"""
            [{"id":"57ea6aa40cf4ec003b4d8285","name":"hello","module":"570772df82b5872b00ebcbcf","customerId":1,"revision":0,
            "externalId":null,"values":{"name":"Ada","works":null,"CXJP2HJ Boolean":true},
            "tags":[{"name":"brand","value":"L","tagType":"000000000000000000000002"},{"id":"7","name":"x","type":"ignored"}],
            "pushSchedule":{"at":[1]},"createdAt":1474980516487,"updatedAt":null,"publishedAt":1474980516495.0,"removedAt":null,
            "createdBy":"Name","updatedBy":null,"new":[{"deep":"value"}]}]
            """#
        let item = try #require(try page(text).items.first)
        #expect(item.id == "57ea6aa40cf4ec003b4d8285")
        #expect(item.metadata.name == "hello" && item.metadata.module == "570772df82b5872b00ebcbcf")
        #expect(
            item.metadata.customerId == 1 && item.metadata.revision == 0 && item.metadata.externalId == nil)
        #expect(
            item.metadata.tags == [Tag(name: "brand", value: "L"), Tag(id: "7", name: "x", tagType: nil)])
        #expect(item.metadata.pushSchedule?.description == #"{"at":[1]}"#)
        #expect(item.createdAt == Date(timeIntervalSince1970: 1_474_980_516.487))
        #expect(item.publishedAt == Date(timeIntervalSince1970: 1_474_980_516.495))
        #expect(
            item.updatedAt == nil && item.archivedAt == nil && item.removedAt == nil && item.deletedAt == nil)
        #expect(item.createdBy == "Name" && item.updatedBy == nil && item.deletedBy == nil)
        #expect(item.works.isEmpty)
        #expect(item.metadata.unknownValues.isEmpty)
        #expect(item.metadata.isPublished() && !item.metadata.isDeleted())
    }

    @Test("Unknown values are kept on request, for the item itself and not for related ones")
    func unknownValues() throws {
        var options = DecodingOptions()
        options.keepsUnknownValues = true
        for values in [
            #""a b":1,"name":"Ada","more":{"x":[null]},"works":[{"id":"g","values":{"odd":1,"title":"t"}}]"#,
            #""works":[{"id":"g","values":{"title":"t","odd":1}}],"more":{"x":[null]},"a b":1,"a b":2,"name":"Ada""#,
        ] {
            let items = try decoder.decodePage(
                Data(#"[{"values":{\#(values)},"id":"1"},{"id":"2","values":{"name":"B"}}]"#.utf8),
                options: options
            ).items
            #expect(
                items.first?.metadata.unknownValues
                    == ["a b": .integer(1), "more": .object([JSONValue.Member("x", .array([.null]))])])
            #expect(items.first?.works.first?.item?.title == "t")
            #expect(items.first?.works.first?.item?.metadata.unknownValues == [:])
            #expect(items.last?.metadata.unknownValues == [:])
        }
    }

    @Test(
        "An unknown number outside Double's range is skipped, or rejected with its position if it would be kept"
    )
    func unknownNumberOutOfRange() throws {
        let page = Data(#"[{"id":"1","values":{"name":"Ada","unknown":2e528373}}]"#.utf8)
        var options = DecodingOptions()
        #expect(try decoder.decodePage(page, options: options).items.count == 1)
        options.keepsUnknownValues = true
        let error = #expect(throws: ContentDecodingError.self) {
            try decoder.decodePage(page, options: options)
        }
        #expect(error?.path == "[0].values.unknown")
        options.mode = .lenient
        let response = try decoder.decodePage(page, options: options)
        #expect(response.items.isEmpty)
        #expect(response.rejected == [error].compactMap { $0 })
    }

    @Test("A strict page fails at the first invalid item, with all details")
    func strict() {
        let text = #"{"items":[{"id":"1","values":{"name":"a"}},{"id":"2","values":{"works":[]}}]}"#
        #expect(
            error(text)
                == ContentDecodingError(
                    module: "makers", id: "2", path: "items[1].values.name", byteOffset: 62,
                    expected: "a string",
                    found: "nothing"))
        #expect(
            error(text)?.description
                == "makers 2: expected a string at items[1].values.name (byte 62), found nothing. Correct the content or "
                + "the schema; a lenient request keeps the other items.")
    }

    @Test(
        "Errors state path, byte, expected and found value",
        arguments: [
            (#"[{"id":"1","values":{"name":12}}]"#, "[0].values.name", 28, "a string", "12"),
            (#"[{"id":"1","values":{"name":null}}]"#, "[0].values.name", 28, "a string", "null"),
            (#"[{"id":"1","values":{ "works" : null}}]"#, "[0].values.name", 20, "a string", "nothing"),
            (#"[{"id":"1","values":null}]"#, "[0].values.name", 20, "a string", "nothing"),
            (#"[{"id":"1"}]"#, "[0].values.name", 1, "a string", "nothing"),
            (#"[{"values":{"name":"a"}}]"#, "[0].id", 1, "an id as a string", "nothing"),
            (#"[{"id":7,"values":{"name":"a"}}]"#, "[0].id", 7, "an id as a string", "7"),
            (#"[{"id":"1","values":[1]}]"#, "[0].values", 20, "an object", "an array"),
            (
                #"[{"id":"1","values":{"name":"a","works":[{"id":3}]}}]"#, "[0].values.works[0].id", 47,
                "a string", "3"
            ),
            (
                #"[{"id":"1","values":{"name":"a","works":["g",{"id":"g","values":{"title":"t","size":{"width":"9"}}}]}}]"#,
                "[0].values.works[1].values.size.width", 93, "a number", "\"9\""
            ),
            (
                #"[{"id":"1","values":{"name":"a","works":[{"id":"g","values":{"title":"t","the \"odd\" one":{}}}]}}]"#,
                #"[0].values.works[0].values["the \"odd\" one"]"#, 91, "a string", "an object"
            ),
            (
                #"[{"id":"1","createdAt":"2024-05-01"}]"#, "[0].createdAt", 23,
                "a date as milliseconds since 1970", "\"2024-05-01\""
            ),
            (#"[7]"#, "[0]", 1, "an item", "7"),
            (#"{"pagination":{}}"#, "items", 0, "an array", "nothing"),
            (#"{"items":{}}"#, "items", 9, "an array", "an object"),
            ("7", "", 0, "a page: an object with items, or an array", "7"),
        ])
    func located(text: String, path: String, offset: Int, expected: String, found: String) {
        let error = error(text)
        #expect(error?.path == path)
        #expect(error?.byteOffset == offset)
        #expect(error?.expected == expected)
        #expect(error?.found == found)
    }

    @Test("A lenient page keeps the valid items and collects the others, in the page's order")
    func lenient() throws {
        let text = #"""
            {"items":[{"id":"1","values":{"name":"a"}},{"id":"2","values":{"name":3}},{"values":{"name":"c"}},
            {"id":"4","values":{"works":["x"],"name":"d","name":"e"}},5,{"id":"6","name":7,"values":{"name":"f"}}],
            "pagination":{"page":1,"limit":6,"offset":0,"totalItems":6}}
            """#
        let response = try page(text, .lenient)
        #expect(response.items.map(\.id) == ["1", "4"])
        #expect(response.items.last?.values.name == "d")
        #expect(
            response.rejected.map(\.path) == [
                "items[1].values.name", "items[2].id", "items[4]", "items[5].name",
            ])
        #expect(response.rejected.map(\.id) == ["2", nil, nil, "6"])
        #expect(response.pageInfo.totalItems == 6)
        #expect(try page(#"[5,{"id":"1","values":{"name":"a"}}]"#, .lenient).pageInfo.totalItems == 2)
    }

    @Test(
        "Invalid JSON fails a lenient page too, with the byte offset",
        arguments: [
            (#"[{"id":"1","values":{"name":"a"}},]"#, 34), (#"[{"id":"1","values":{"name":"a",}}]"#, 32),
            (#"[{"id":"1","values":{"name":"a"}}"#, 33), (#"[] x"#, 3),
            (#"[{"id":"1","values":{"name":3},}]"#, 31), ("", 0), ("{\"items\":[]", 11),
        ])
    func malformed(text: String, offset: Int) {
        for mode in [DecodingOptions.Mode.strict, .lenient] where !(mode == .strict && text.contains(":3}")) {
            #expect(error(text, mode)?.byteOffset == offset)
        }
    }

    @Test("One instance is read from HALO's response to a write")
    func oneInstance() throws {
        let item = try decoder.decodeInstance(Data(#" {"id":"9","values":{"name":"a"}} "#.utf8))
        #expect(item.id == "9")
        let failure = #expect(throws: ContentDecodingError.self) {
            try decoder.decodeInstance(Data(#"{"id":"9","values":{}} x"#.utf8))
        }
        #expect(failure?.path == "values.name")
    }

    @Test("A reader may request fields in any order, and repeatedly")
    func anyOrder() throws {
        let pairs = ItemDecoder<String>(module: Gadgets.descriptor, fields: [7, 1, 0]) {
            (reader) throws(ValueDecodingError) in
            try reader.read { (values) throws(ValueDecodingError) -> String in
                let count: Int? = try values.value(1)
                let title: String = try values.value(0)
                let weight: Double? = try values.value(2)
                let again: Int? = try values.value(1)
                return "\(title) \(count ?? -1) \(weight ?? -1) \(again ?? -1)"
            }.values
        }
        let values = [
            #""title":"t","count":2,"weight":0.5"#, #""weight":0.5,"x":{},"count":2,"title":"t""#,
            #""count":2,"weight":0.5,"title":"t""#,
        ]
        for members in values {
            let text = #"[{"id":"1","values":{\#(members)}},{"id":"2","values":{"title":"u"}}]"#
            #expect(try pairs.decodePage(Data(text.utf8)).items == ["t 2 0.5 2", "u -1 -1.0 -1"])
        }
    }
}
