import DecodingSamples
import Foundation
import Quire
import Testing

@Suite("Models and Codable")
struct CodableTests {
    @Test("Dates use their wire format, whatever the coder's strategy")
    func strategies() throws {
        let text =
            #"{"born":"1970-01-02","days":["1970-01-03"],"made":1500,"seen":2,"sold":"1970-01-01T00:00:03Z","title":"T"}"#
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let values = try decoder.decode(Gadgets.Values.self, from: Data(text.utf8))
        #expect(
            values.made == Date(timeIntervalSince1970: 1.5)
                && values.born == Date(timeIntervalSince1970: 86_400))
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        let encoded = String(decoding: try encoder.encode(values), as: UTF8.self)
        let lists = #""helpers":[],"labels":[],"made""#
        #expect(
            encoded
                == text.replacingOccurrences(of: "\"made\"", with: lists).replacingOccurrences(
                    of: "\"made\":1500", with: "\"made\":1500,\"marks\":[]"))
    }

    @Test("A missing required field throws Codable's own error with the key")
    func missing() throws {
        for text in [#"{"id":"1","values":{}}"#, #"{"id":"1","values":null}"#, #"{"id":"1"}"#] {
            do {
                _ = try JSONDecoder().decode(Content<Gadgets>.self, from: Data(text.utf8))
                Issue.record("\(text) was accepted")
            } catch DecodingError.keyNotFound(let key, let context) {
                #expect(key.stringValue == "title")
                #expect(context.codingPath.map(\.stringValue) == ["values"])
            }
        }
    }

    @Test("A wrong type throws Codable's own error with its path")
    func wrongType() throws {
        let text = #"{"id":"1","values":{"title":"t","size":{"width":"9"}}}"#
        do {
            _ = try JSONDecoder().decode(Content<Gadgets>.self, from: Data(text.utf8))
            Issue.record("read")
        } catch DecodingError.typeMismatch(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["values", "size", "width"])
        }
    }

    @Test("Items can be coded as property lists")
    func propertyLists() throws {
        let text = #"""
            {"id":"1","createdAt":5,"values":{"title":"t","sold":"1970-01-01T00:00:03Z","maker":{"id":"m","values":{"name":"n"}},
            "place":[1,2],"label":{"en":"x"},"marks":[1],"size":{"width":2}}}
            """#
        let item = try ItemDecoder<Content<Gadgets>>.content().decodeInstance(Data(text.utf8))
        let data = try PropertyListEncoder().encode(item)
        #expect(try PropertyListDecoder().decode(Content<Gadgets>.self, from: data) == item)
    }

    @Test("Fields and metadata are members of an item; a field shadows metadata of the same name")
    func members() throws {
        let maker = try ItemDecoder<Content<Makers>>.content().decodeInstance(
            Data(#"{"id":"1","name":"instance","revision":2,"values":{"name":"field"}}"#.utf8))
        #expect(maker.name == "field" && maker.metadata.name == "instance" && maker.revision == 2)
        var changed = maker
        changed.name = "other"
        changed.revision = 3
        #expect(changed.values.name == "other" && changed.metadata.revision == 3)
    }
}
