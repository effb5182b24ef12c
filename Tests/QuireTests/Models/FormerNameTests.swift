import Foundation
import Quire
import QuireCore
import Testing

/// A module in the form of generated code, with former names at each level.
private enum Tomes: ContentModule {
    static let descriptor = ModuleDescriptor(
        #"""
        {"name": "tomes", "was": ["books"], "fields": [
          {"name": "title", "was": ["name", "headline"], "type": "text", "required": true},
          {"name": "pageCount", "was": ["pages"], "type": "integer"},
          {"name": "size", "type": "object", "fields": [{"name": "width", "was": ["w"], "type": "integer"}]}]}
        """#)

    struct Fields: FieldSet {
        static var table: FieldTable { Tomes.descriptor.fields }
    }

    struct Values: ContentValues {
        var title: String
        var pageCount: Int?
        var size: Size?

        static var table: FieldTable { Tomes.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            pageCount = try reader.value(1)
            size = try reader.value(2)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, pageCount)
            writer.value(2, size)
        }
    }

    struct Size: ContentValues {
        var width: Int?

        static var table: FieldTable { Tomes.descriptor.fields.object(2) }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) { width = try reader.value(0) }

        func write(to writer: inout ValuesWriter) { writer.value(0, width) }
    }
}

@Suite("Decoding content from before a rename")
struct FormerNameTests {
    private func fast(_ values: String) throws -> Content<Tomes> {
        let json = #"{"id":"1","values":"# + values + "}"
        return try Data(json.utf8).withUnsafeBytes { buffer in
            try JSONCursor.withCursor(over: buffer, keepsUnknownValues: true) {
                (cursor) throws(ValueDecodingError) in
                var reader = InstanceReader(cursor, Tomes.descriptor.fields)
                return try Content<Tomes>(from: &reader)
            }
        }
    }

    private func slow(_ values: String) throws -> Content<Tomes> {
        let json = #"{"id":"1","values":"# + values + "}"
        return try JSONDecoder().decode(Content<Tomes>.self, from: Data(json.utf8))
    }

    /// All orders of the members of an object.
    private func orders(_ members: [String]) -> [[String]] {
        guard members.count > 1 else { return [members] }
        return members.indices.flatMap { index in
            var rest = members
            let first = rest.remove(at: index)
            return orders(rest).map { [first] + $0 }
        }
    }

    @Test("Former names are read in any order of keys, also inside objects, by every decoder")
    func anyOrder() throws {
        for members in orders([#""name":"Emma""#, #""pages":474"#, #""size":{"w":3}"#, #""stray":1"#]) {
            let json = "{\(members.joined(separator: ","))}"
            for item in [try fast(json), try slow(json)] {
                #expect(item.title == "Emma" && item.pageCount == 474 && item.size?.width == 3, "\(json)")
                #expect(item.metadata.unknownValues == ["stray": .integer(1)], "\(json)")
            }
        }
    }

    @Test("Of several names, the current one counts, then the latest former one, in any order of keys")
    func bothPresent() throws {
        let all = [#""title":"now""#, #""name":"before""#, #""headline":"first""#, #""pages":1"#]
        for members in orders(all) {
            let json = "{\(members.joined(separator: ","))}"
            for item in [try fast(json), try slow(json)] {
                #expect(item.title == "now" && item.pageCount == 1, "\(json)")
                #expect(
                    item.metadata.unknownValues == ["name": .string("before"), "headline": .string("first")])
            }
        }
        for members in orders(Array(all.dropFirst())) {
            let json = "{\(members.joined(separator: ","))}"
            #expect(try fast(json).title == "before")
            #expect(try slow(json).title == "before")
        }
    }

    @Test("A former name with escapes is recognized; null under the current name counts as missing")
    func escapes() throws {
        #expect(try fast(#"{"n\u0061me":"x"}"#).title == "x")
        #expect(try fast(#"{"title":"x","pageCount":null,"pages":3}"#).pageCount == nil)
        #expect(try slow(#"{"title":"x","pageCount":null,"pages":3}"#).pageCount == nil)
        #expect(throws: (any Error).self) { try fast(#"{"pages":3}"#) }
    }

    @Test("Rewriting under current names changes names only, and nothing in content that has them")
    func rewriting() throws {
        func rewritten(_ json: String) -> String? {
            Data(json.utf8).withUnsafeBytes { Tomes.descriptor.underCurrentNames($0) }
                .map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(
            rewritten(#" {"id" : "1", "module":"books","values":{"x":1.50,"pages": 1e2 ,"size":{"w":2}}}"#)
                == #"{"id":"1","module":"tomes","values":{"x":1.50,"pageCount":1e2,"size":{"width":2}}}"#)
        #expect(
            rewritten(#"{"values":{"headline":"c","name":"b"}}"#)
                == #"{"values":{"headline":"c","title":"b"}}"#)
        #expect(rewritten(#"{"values":{"name":"b","title":"a"}}"#) == nil)
        #expect(rewritten(#"{"values":{"title":"a"},"module":"other"}"#) == nil)
        #expect(rewritten(#"{"values":{"name":"b""#) == nil)
    }
}
