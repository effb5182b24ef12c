import Foundation
import Testing

/// The forms of a description of collections, and those that are refused.
@Suite("Import: files of PocketBase")
struct PocketBaseFormTests {
    private static let a = #"{"id":"1","name":"a","type":"base","fields":[{"name":"t","type":"text"}]}"#
    private static let b = #"{"id":"2","name":"b","type":"base","fields":[{"name":"n","type":"number"}]}"#

    @Test("A response, an export, a page for each file and a single collection give the same schema")
    func forms() throws {
        let expected = try PocketBaseDescription("[\(Self.a),\(Self.b)]").outcome.text
        #expect(expected != nil)
        let page = #"{"page":1,"perPage":30,"totalItems":2,"totalPages":1,"items":"#
        #expect(try PocketBaseDescription("\(page)[\(Self.a),\(Self.b)]}").outcome.text == expected)
        #expect(
            try PocketBaseDescription(#"{"collections":[\#(Self.a),\#(Self.b)]}"#).outcome.text == expected)
        #expect(
            try PocketBaseDescription("\(page)[\(Self.a)]}", "\(page)[\(Self.b)]}").outcome.text == expected)
        #expect(try PocketBaseDescription(Self.a, Self.b).outcome.text == expected)
    }

    @Test("The order of collections and keys does not matter")
    func order() throws {
        let b = #"{"fields":[{"type":"number","name":"n"}],"type":"base","name":"b","id":"2"}"#
        #expect(
            try PocketBaseDescription("[\(b),\(Self.a)]").outcome.text
                == PocketBaseDescription("[\(Self.a),\(Self.b)]").outcome.text)
    }

    @Test("A missing page is reported")
    func missingPage() throws {
        let found = try PocketBaseDescription(#"{"totalItems":7,"items":[\#(Self.a)]}"#)
        #expect(found.outcome.text != nil)
        #expect(found.notes.contains("this is a page of 7 collections, and 1 are here"))
    }

    @Test("System collections are left out, unless --modules names them")
    func system() throws {
        let system = #"{"id":"9","name":"_mfas","type":"base","system":true,"fields":[]}"#
        let found = try PocketBaseDescription("[\(Self.a),\(system)]")
        #expect(try found.modules().map { $0["name"] as? String } == ["a"])
        #expect(found.notes.contains("system collections are left out: '_mfas'. --modules imports them"))
        let named = try PocketBaseDescription("[\(Self.a),\(system)]", modules: ["_mfas"])
        #expect(try named.modules().map { $0["name"] as? String } == ["_mfas"])
        #expect(!named.notes.contains("left out"))
    }

    @Test(
        "What is no description of collections is refused, and the message says why",
        arguments: [
            ("<html>", "error: "), ("{}", "expected PocketBase's collections"),
            ("7", "expected PocketBase's"),
            ("[]", "there is no collection to import"),
            (
                #"{"data":{},"message":"No.","status":401}"#,
                "this is an error of PocketBase, not its collections: 'No.'"
            ),
            (#"{"quire":1,"modules":[]}"#, "this is already a schema of Quire"),
            (
                #"{"items":[{"collectionId":"1","collectionName":"a","id":"x"}]}"#,
                "these are records, not collections"
            ),
            (
                #"[{"id":"1","name":"a","type":"base","schema":[{"name":"t","type":"text","options":{}}]}]"#,
                "this is the form of PocketBase before 0.23"
            ),
            ("[7]", "a collection is not an object"),
            (#"[{"name":"a","type":"base","fields":[]}]"#, "a collection has no 'id'"),
            (#"[{"id":"1","type":"base","fields":[]}]"#, "a collection has no 'name'"),
            (
                #"[{"id":"1","name":"","type":"base","fields":[]}]"#,
                "the 'name' of a collection must be a text"
            ),
            (#"[{"id":1,"name":"a","type":"base","fields":[]}]"#, "the 'id' of a collection must be a text"),
            (
                #"[{"id":"1","name":"a","type":"graph","fields":[]}]"#,
                "the collection 'a' has the type 'graph'"
            ),
            (#"[{"id":"1","name":"a","type":"base"}]"#, "the collection 'a' has no list of 'fields'"),
            (
                #"[{"id":"1","name":"a","type":"base","fields":{}}]"#,
                "the collection 'a' has no list of 'fields'"
            ),
            (#"[{"id":"1","name":"a","type":"base","fields":[7]}]"#, "a field of 'a' is not an object"),
            (
                #"[{"id":"1","name":"a","type":"base","fields":[{"type":"text"}]}]"#,
                "a field of 'a' has no 'name'"
            ),
            (#"[{"id":"1","name":"a","type":"base","fields":[{"name":"t"}]}]"#, "'a.t' has no 'type'"),
            (
                #"[{"id":"1","name":"a","type":"base","listRule":7,"fields":[]}]"#,
                "the 'listRule' of the collection 'a' must be a text"
            ),
            (
                #"[{"id":"1","name":"a","type":"base","fields":[{"name":"t","type":"text","max":"9"}]}]"#,
                "the 'max' of 'a.t' must be a whole number from 0"
            ),
            (
                #"[{"id":"1","name":"a","type":"base","fields":[{"name":"t","type":"select","values":[1]}]}]"#,
                "the 'values' of 'a.t' must be a list of texts"
            ),
            (
                #"[{"id":"1","name":"a","type":"base","fields":[{"name":"r","type":"relation","collectionId":"z"}]}]"#,
                "the relation 'a.r' points to the collection with the id 'z', which is not described here"
            ),
            (
                #"[{"id":"1","name":"a","type":"base","fields":[{"name":"t","type":"bool"},{"name":"t","type":"bool"}]}]"#,
                "two fields of 'a' are called 't'"
            ),
            ("[\(a),\(a)]", "the collections 'a' and 'a' have the same id"),
            (#"[\#(a),{"id":"2","name":"a","type":"base","fields":[]}]"#, "two collections are called 'a'"),
        ])
    func refused(_ text: String, _ message: String) throws {
        let found = try PocketBaseDescription(text)
        #expect(found.outcome.text == nil)
        #expect(found.notes.contains(message), "\(found.notes)")
    }

    @Test("Deep nesting is refused, and of a million errors only the first are printed")
    func hostile() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try PocketBaseDescription(deep).outcome.text == nil)
        #expect(try PocketBaseDescription("[\(Self.a),{\"x\":\(deep)").outcome.text == nil)
        let wrong = try PocketBaseDescription("[" + String(repeating: "7,", count: 1_000_000) + "7]")
        #expect(wrong.outcome.text == nil && wrong.outcome.notes.count <= 20, "\(wrong.outcome.notes.count)")
    }

    @Test(
        "A file of 10 MB with more fields than a schema can have is refused; the most that fit are imported")
    func size() throws {
        func collection(_ number: Int, _ fields: Int) -> String {
            let list = (0..<fields).map {
                #"{"name":"field_with_a_long_name_\#($0)","type":"text","help":"\#($0)"}"#
            }
            return
                #"{"id":"\#(number)","name":"c\#(number)","type":"base","fields":[\#(list.joined(separator: ","))]}"#
        }
        let large = "[" + (0..<80).map { collection($0, 2_000) }.joined(separator: ",") + "]"
        #expect(large.utf8.count > 9_000_000)
        let found = try PocketBaseDescription(large)
        #expect(found.outcome.text == nil)
        #expect(found.notes.contains("there are more fields than a schema can have"))
        #expect(try PocketBaseDescription("[\(collection(1, 2_000))]").fields(of: "c1").count == 2_000)
        #expect(try PocketBaseDescription("[\(collection(1, 2_001))]").outcome.text == nil)
    }

    @Test("Names that are no Swift names, or that collide in Swift, get one")
    func names() throws {
        let found = try PocketBaseDescription(
            #"[{"id":"1","name":"class","type":"base","fields":[{"name":"2nd","type":"text"},{"name":"self","type":"text"},{"name":"book_title","type":"text"},{"name":"bookTitle","type":"text"}]},{"id":"2","name":"Class_","type":"base","fields":[]}]"#
        )
        #expect(
            try found.fields(of: "class").map { $0["name"] as? String } == [
                "2nd", "self", "book_title", "bookTitle",
            ])
        #expect(
            try found.fields(of: "class").map { $0["swiftName"] as? String } == [nil, nil, nil, "bookTitle2"])
    }
}
