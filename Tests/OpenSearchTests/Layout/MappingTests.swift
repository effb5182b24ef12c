import Foundation
import Quire
import QuireRemote
import SampleModules
import Testing

@testable import QuireOpenSearch

/// The mapping of an index.
@Suite struct MappingTests {
    private static let module = ModuleDescriptor(
        name: "things",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 2),
            FieldDescriptor(name: "count", kind: .integer),
            FieldDescriptor(name: "ratio", kind: .number),
            FieldDescriptor(name: "open", kind: .boolean),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "it's", kind: .json),
        ])

    @Test("A field has the shadow fields for its kind's searches, and nothing else is indexed")
    func mapping() {
        let mapping = IndexMapping(module: IndexedModule(Self.module)).json
        #expect(mapping["dynamic"] == .string("false"))
        let values = mapping["properties"]?.members?.filter { $0.name.contains(/^q_[a-z]+_[a-z]+$/) } ?? []
        #expect(
            JSONValue.object(values).description == """
                {"q_title_k":{"type":"keyword"},"q_title_h":{"type":"keyword"},"q_title_c":{"type":"keyword"},\
                "q_title_l":{"type":"keyword"},"q_title_r":{"type":"keyword"},\
                "q_title_t":{"type":"text","analyzer":"whitespace"},"q_title_w":{"type":"keyword"},\
                "q_count_n":{"type":"long","coerce":false},"q_count_o":{"type":"keyword"},\
                "q_ratio_n":{"type":"double","coerce":false},"q_ratio_o":{"type":"keyword"},\
                "q_open_b":{"type":"boolean"},"q_open_o":{"type":"keyword"},\
                "q_place_lat":{"type":"double","coerce":false},"q_place_lon":{"type":"double","coerce":false}}
                """)
        #expect(mapping["properties"]?["q_rest"]?.description == #"{"type":"object","enabled":false}"#)
        #expect(mapping["properties"]?["title"] == nil)
    }

    @Test("A document is the item as any other program would write it, and the shadow fields")
    func document() {
        let instance = json(
            #"""
            {"id":"1","values":{"title":"Ça va","count":9007199254740993,"ratio":-0.0,"open":true,"it's":{"b":1,"a":1e2},
            "place":[4.9,52.4],"new":null}}
            """#)
        let document = IndexedDocument(
            instance, of: PlainDocument(IndexedModule(Self.module)), TextAnalyzer())
        #expect(
            document.source.description == #"""
                {"id":"1","title":"Ça va","count":9007199254740993,"ratio":-0.0,"open":true,"place":{"latitude":52.4,"longitude":4.9},"new":null,\#
                "q_rest":{"values":{"it's":{"b":1,"a":100}}},"q_m_id_k":"1","q_m_id_l":"1","q_m_id_r":"1","q_title_k":"Ça va","q_title_l":"ça va","q_title_r":"av aÇ",\#
                "q_title_t":"ca va","q_title_w":["ca","va"],"q_count_o":"8020000000000001","q_count_n":9007199254740993,\#
                "q_ratio_o":"8000000000000000","q_ratio_n":0,"q_open_b":true,"q_open_o":"1",\#
                "q_place_lat":52.4,"q_place_lon":4.9,\#
                "q_present":["m_id","title","count","ratio","open","place","x_69742773"]}
                """#)
    }

    /// Parts, each with steps, and one more list in an object.
    private static let nested = ModuleDescriptor(
        name: "nested",
        fields: [
            FieldDescriptor(
                name: "parts",
                kind: .list(
                    .object(
                        FieldTable([
                            member("size", .text), FieldDescriptor(name: "note", kind: .text),
                            FieldDescriptor(
                                name: "steps", kind: .list(.object(FieldTable([member("rank", .integer)])))),
                        ])))),
            FieldDescriptor(
                name: "box",
                kind: .object(
                    FieldTable([
                        FieldDescriptor(
                            name: "notes", kind: .list(.object(FieldTable([member("done", .boolean)]))))
                    ]))),
            FieldDescriptor(
                name: "plain",
                kind: .list(
                    .object(
                        FieldTable([
                            FieldDescriptor(name: "note", kind: .text)
                        ])))),
        ])

    private static func member(_ name: String, _ kind: FieldKind) -> FieldDescriptor {
        var field = FieldDescriptor(name: name, kind: kind, searchWeight: 2)
        field.isQueryable = true
        return field
    }

    @Test(
        "A list of objects with members that queries see is kept apart, with what conditions on one object test"
    )
    func nestedMapping() {
        let mapping = IndexMapping(module: IndexedModule(Self.nested))
        let lists = mapping.json["properties"]?.members?.filter { $0.name.hasSuffix("_e") } ?? []
        #expect(
            JSONValue.object(lists).description == #"""
                {"q_parts_e":{"type":"nested","properties":{"q_present":{"type":"keyword"},\#
                "q_size_k":{"type":"keyword"},"q_size_h":{"type":"keyword"},"q_size_c":{"type":"keyword"},\#
                "q_size_l":{"type":"keyword"},"q_size_r":{"type":"keyword"},\#
                "q_x_73746570732e72616e6b_n":{"type":"long","coerce":false},"q_x_73746570732e72616e6b_o":{"type":"keyword"},\#
                "q_steps_e":{"type":"nested","properties":{"q_present":{"type":"keyword"},\#
                "q_rank_n":{"type":"long","coerce":false},"q_rank_o":{"type":"keyword"}}}}},\#
                "q_x_626f782e6e6f746573_e":{"type":"nested","properties":{"q_present":{"type":"keyword"},\#
                "q_done_b":{"type":"boolean"},"q_done_o":{"type":"keyword"}}}}
                """#)
        #expect(mapping.limits.map(\.name) == ["mapping.total_fields.limit", "mapping.nested_fields.limit"])
        #expect(mapping.differences(from: mapping.json) == [])
        var changed = mapping.json.description
        changed.replace(#""q_rank_n":{"type":"long","coerce":false},"#, with: "")
        changed.replace(#""q_done_b":{"type":"boolean"}"#, with: #""q_done_b":{"type":"keyword"}"#)
        #expect(
            mapping.differences(from: json(changed)) == [
                "q_x_626f782e6e6f746573_e.q_done_b: expected type boolean, found keyword",
                "missing: q_parts_e.q_steps_e.q_rank_n",
            ])
    }

    @Test("Each object is derived apart, and what is no object is left out")
    func nestedDocument() {
        let instance = json(
            #"{"id":"1","values":{"parts":[{"size":"M"},null,{"steps":[{"rank":2},{}]},7],"plain":[{"note":"n"}]}}"#
        )
        let document = IndexedDocument(
            instance, of: PlainDocument(IndexedModule(Self.nested)), TextAnalyzer())
        #expect(
            document.source["q_parts_e"]?.description == #"""
                [{"q_size_k":"M","q_size_l":"m","q_size_r":"M","q_present":["size"]},\#
                {"q_x_73746570732e72616e6b_o":"8000000000000002","q_x_73746570732e72616e6b_n":2,\#
                "q_present":["steps","x_73746570732e72616e6b"],\#
                "q_steps_e":[{"q_rank_o":"8000000000000002","q_rank_n":2,"q_present":["rank"]},{"q_present":[]}]}]
                """#)
        #expect(document.source.members?.filter { $0.name.hasSuffix("_e") }.count == 1)
    }

    @Test("The differences of an index are listed")
    func differences() {
        let mapping = IndexMapping(module: IndexedModule(Self.module))
        #expect(mapping.differences(from: mapping.json) == [])
        var properties = mapping.json["properties"]?.members ?? []
        properties.removeAll { $0.name == "q_open_b" }
        properties = properties.map { member in
            switch member.name {
            case "q_title_k": .init(member.name, json(#"{"type":"text"}"#))
            case "q_count_n": .init(member.name, json(#"{"type":"long","coerce":"false"}"#))
            case "q_ratio_n": .init(member.name, json(#"{"type":"double"}"#))
            default: member
            }
        }
        let actual = JSONValue.object([
            .init("dynamic", .boolean(true)), .init("properties", .object(properties)),
        ])
        #expect(
            mapping.differences(from: actual) == [
                "dynamic: expected false, found true", "q_title_k: expected type keyword, found text",
                "q_ratio_n: expected coerce false, found none", "missing: q_open_b",
            ])
    }

    @Test("Index names are plain, and unique for each module")
    func names() throws {
        let settings = OpenSearchSettings(prefix: "shop-")
        func alias(_ name: String, _ settings: OpenSearchSettings) throws -> String {
            try IndexNames(ModuleDescriptor(name: name, fields: []), settings).alias
        }
        #expect(try alias("books", settings) == "shop-books")
        #expect(try alias("Books", settings) == "shop-_42ooks")
        #expect(try alias("_42ooks", settings) == "shop-_5f42ooks")
        #expect(try alias("café", settings) == "shop-caf_c3_a9")
        #expect(try alias("cafe\u{301}", settings) == "shop-cafe_cc_81")
        #expect(try alias("Éa", OpenSearchSettings()) == "x__c3_89a")
        let names = try IndexNames(Books.descriptor, settings)
        #expect(names.fits(names.base))
        #expect(names.fits(names.base + "-19a3f0c2d41"))
        #expect(!names.fits("shop-books-0000000000000000"))
        #expect(names.isOwn("shop-books-0000000000000000"))
        #expect(!names.isOwn("shop-books-special-0000000000000000"))
    }

    @Test(
        "A name of an index that is a pattern, a list or a piece of a path is refused before any request",
        arguments: [
            "*", "books*", "_all", "a,b", "a/_search", "a?x=1", "..", "", "Books", "a b", "a%2Fb", "-a",
        ])
    func givenNames(_ name: String) throws {
        let settings = OpenSearchSettings(collections: ["books": name])
        let error = #expect(throws: UnsupportedError.self) { try IndexNames(Books.descriptor, settings) }
        #expect(error?.node.contains("\"\(name)\"") == true)
        let right = OpenSearchSettings(collections: ["books": "catalog.v2-live"])
        #expect(try IndexNames(Books.descriptor, right).alias == "catalog.v2-live")
    }

    @Test("A different schema or text analysis leads to a different index")
    func signatures() throws {
        let settings = OpenSearchSettings()
        var others = settings
        others.analyzer = TextAnalyzer(stopWords: ["the"])
        let base = try IndexNames(Books.descriptor, settings).base
        #expect(try IndexNames(Books.descriptor, others).base != base)
        let more = ModuleDescriptor(
            name: "books",
            fields: Books.descriptor.fields.fields + [FieldDescriptor(name: "more", kind: .text)])
        #expect(try IndexNames(more, settings).base != base)
        others.analyzer = settings.analyzer
        others.shards = 4
        #expect(try IndexNames(Books.descriptor, others).base == base)
    }
}
