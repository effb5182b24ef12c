import Foundation
import Quire
import QuireHALO
import SampleModules
import Testing

/// An unreadable item or number costs only itself.
@Suite struct DamagedPageTests {
    private let good = #"{"id":"1","values":{"title":"a","age":1,"price":1,"active":true}}"#
    private let last = #"{"id":"3","values":{"title":"c","age":3,"price":1,"active":true}}"#

    private func read(
        _ data: Data, _ mode: DecodingOptions.Mode
    ) throws -> SearchResponse<Content<Books>> {
        var options = DecodingOptions()
        options.mode = mode
        return try ItemDecoder.content(of: Books.self).decodePage(data, options: options)
    }

    @Test(
        "An item with invalid texts or numbers is rejected, and the others are read",
        arguments: [
            #"{"id":"2","values":{"title":"\ud800","price":1,"active":true,"age":2}}"#,
            #"{"id":"2","values":{"title":"\udc00x","price":1,"active":true,"age":2}}"#,
            #"{"id":"2","values":{"title":"\q","price":1,"active":true,"age":2}}"#,
            #"{"id":"2","values":{"title":"\u12","price":1,"active":true,"age":2}}"#,
            "{\"id\":\"2\",\"values\":{\"title\":\"a\nb\",\"price\":1,\"active\":true,\"age\":2}}",
            "{\"id\":\"2\",\"values\":{\"title\":\"a\u{0}b\",\"price\":1,\"active\":true,\"age\":2}}",
            #"{"id":"2","values":{"title":"b","price":1,"active":true,"age":NaN}}"#,
            #"{"id":"2","values":{"title":"b","age":-Infinity}}"#,
            #"{"id":"2","values":{"title":"b","age":007}}"#, #"{"id":"2","values":{"title":"b","age":.5}}"#,
            #"{"id":"2","values":{"title":"b","age":1e999}}"#,
            #"{"id":"2","values":{"title":"b","age":99999999999999999999}}"#,
            #"{"id":"2","values":{"title":"b","price":1,"active":true,"age":2,"unknown":"\ud800"}}"#,
            #"{"id":"2","values":{"title":"b","price":1,"active":true,"age":2,"\ud800":1}}"#,
            #"{"id":"2","name":7,"values":{"title":"b","price":1,"active":true,"age":2}}"#,
            #"{"id":"2","createdAt":"yesterday","values":{"title":"b","price":1,"active":true,"age":2}}"#,
            #"{"id":"2","tags":{},"values":{"title":"b","price":1,"active":true,"age":2}}"#,
            #"{"id":2,"values":{"title":"b","price":1,"active":true,"age":2}}"#,
            #"{"id":"\ud800","values":{"title":"b","price":1,"active":true,"age":2}}"#,
            #"{"id":"2","values":[]}"#, "null", "7", "[]",
        ])
    func items(item: String) throws {
        for text in ["[\(good),\(item),\(last)]", "{\"items\":[\(item),\(good),\(last)]}"] {
            #expect(throws: ContentDecodingError.self) { try read(Data(text.utf8), .strict) }
            let page = try read(Data(text.utf8), .lenient)
            #expect(page.items.map(\.id) == ["1", "3"])
            #expect(page.rejected.count == 1)
        }
    }

    @Test("Invalid UTF-8 and too deep nesting cost only their own item")
    func bytes() throws {
        var item = Data(#"{"id":"2","values":{"title":""#.utf8)
        item += [0xC3, 0x28, 0xFF]
        item += Data(#"","price":1,"active":true,"age":2}}"#.utf8)
        let deep = String(repeating: "[", count: 3_000) + String(repeating: "]", count: 3_000)
        for item in [
            item,
            Data(#"{"id":"2","values":{"title":"b","price":1,"active":true,"age":2,"x":\#(deep)}}"#.utf8),
        ] {
            let data = Data("[\(good),".utf8) + item + Data(",\(last)]".utf8)
            #expect(throws: ContentDecodingError.self) { try read(data, .strict) }
            let page = try read(data, .lenient)
            #expect(page.items.map(\.id) == ["1", "3"])
            #expect(page.rejected.map(\.id) == ["2"])
        }
    }

    @Test("An unterminated item fails a lenient page: nothing after it can be trusted")
    func structure() {
        for item in [
            #"{"id":"2","values":{"title":"b","price":1,"active":true,"age":2}"#,
            #"{"id":"2,"values":{"title":"b","price":1,"active":true,"age":2}}"#,
            #"{"id":"2" "values":{"title":"\ud800"}}"#, #"{"id":"2","values":{"title":"\ud800"]}"#,
            #"{"id":"2","values":{"title":"\ud800",}}"#, #"{"id":"2","values":{"title":"\ud800}}"#,
        ] {
            #expect(throws: ContentDecodingError.self) {
                try read(Data("[\(good),\(item),\(last)]".utf8), .lenient)
            }
        }
    }

    @Test(
        "A page, an instance and other responses with a byte order mark are decoded; error offsets include it"
    )
    func byteOrderMark() throws {
        let page = try read(Data("\u{FEFF}[\(good)]".utf8), .strict)
        #expect(page.items.map(\.id) == ["1"])
        let item = try ItemDecoder.content(of: Books.self).decodeInstance(Data("\u{FEFF}\(good)".utf8))
        #expect(item.id == "1")
        let error = #expect(throws: ContentDecodingError.self) {
            try read(Data("\u{FEFF}[7]".utf8), .strict)
        }
        #expect(error?.byteOffset == 4)
        #expect(error?.path == "[0]")
        #expect(throws: ContentDecodingError.self) { try read(Data("\u{FEFF}\u{FEFF}[]".utf8), .lenient) }
        #expect(try HALOModule.modules(in: Data("\u{FEFF}[]".utf8)).isEmpty)
    }

    @Test("Whole numbers of the pagination may be strings; null and missing ones are unknown")
    func numbers() throws {
        let text = #"""
            {"pagination":{"page":"2","limit":"1","offset":1.0,"totalItems":"3","totalPages":null,"x":[]},
            "items":[\#(good)]}
            """#
        #expect(
            try read(Data(text.utf8), .strict).pageInfo
                == PageInfo(page: 2, limit: 1, offset: 1, totalItems: 3))
        #expect(try read(Data(#"{"pagination":{},"items":null}"#.utf8), .strict).items.isEmpty)
        #expect(throws: ContentDecodingError.self) { try read(Data(#"{"items":null}"#.utf8), .lenient) }
    }

    @Test(
        "Invalid pagination fails strict and lenient pages: a misread total would lose items",
        arguments: [
            #"{"totalItems":"many"}"#, #"{"totalItems":"1,000"}"#, #"{"totalItems":" 3"}"#,
            #"{"totalItems":1.5}"#,
            #"{"totalItems":true}"#, #"{"totalItems":[3]}"#, #"{"totalItems":99999999999999999999}"#, "[]",
            "7",
            #""none""#,
        ])
    func strictNumbers(pagination: String) {
        for mode in [DecodingOptions.Mode.strict, .lenient] {
            let error = #expect(throws: ContentDecodingError.self) {
                try read(Data("{\"items\":[\(good)],\"pagination\":\(pagination)}".utf8), mode)
            }
            #expect(error?.path.hasPrefix("pagination") == true)
        }
    }

    @Test("For duplicate keys the first one counts, in items, pages and pagination")
    func twice() throws {
        let text = #"""
            {"items":[{"id":"1","id":"2","values":{"title":"a","title":"b","age":1,"price":1,"active":true}}],"items":[],
            "pagination":{"page":1,"page":2,"totalItems":1},"pagination":null}
            """#
        let page = try read(Data(text.utf8), .strict)
        #expect(page.items.map(\.id) == ["1"])
        #expect(page.items.first?.title == "a")
        #expect(page.pageInfo.page == 1)
    }

    @Test("In a lenient page, the values besides the items need not be readable")
    func besides() throws {
        let text = #"{"search":{"facets":"\ud800"},"items":[\#(good)],"sort":{"query":NaN}}"#
        #expect(try read(Data(text.utf8), .lenient).items.count == 1)
        #expect(throws: ContentDecodingError.self) { try read(Data(text.utf8), .strict) }
    }
}
