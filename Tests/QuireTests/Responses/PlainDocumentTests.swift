import DecodingSamples
import Foundation
import QuireCore
import QuireRemote
import Seeds
import Testing

/// Items as plain documents: what is written is natural, and reads back as it was.
@Suite struct PlainDocumentTests {
    private static func module(_ names: [String], kind: FieldKind = .text) -> IndexedModule {
        IndexedModule(
            ModuleDescriptor(
                name: "things", fields: names.map { FieldDescriptor(name: $0, kind: kind) }))
    }

    private static func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Data(text.utf8)) }

    /// The instance with its first members only, and with values.
    private static func expected(_ instance: JSONValue) -> JSONValue {
        var members = FlatRule.members(instance)
        if !members.contains(where: { $0.name == "values" }) { members.append(.init("values", .object([]))) }
        return .object(
            members.map { member in
                guard member.name == "values", case .object = member.value else { return member }
                return .init("values", .object(FlatRule.members(member.value)))
            })
    }

    private static func roundTrip(
        _ document: PlainDocument, _ instance: JSONValue
    ) throws -> JSONValue? {
        // As a server returns it: parsed from JSON.
        let sent = JSONValue.object(document.members(of: instance)).data
        return document.instance(of: try JSONValue(parsing: sent))
    }

    @Test("A document is natural JSON: values and metadata side by side")
    func natural() throws {
        let document = PlainDocument(Self.module(["title", "year"]))
        let instance = try Self.json(
            #"{"id":"57ea","createdAt":17,"name":"emma","values":{"title":"Emma","year":1815,"more":[1.5,null]}}"#
        )
        #expect(
            JSONValue.object(document.members(of: instance)).description
                == #"{"id":"57ea","createdAt":17,"name":"emma","title":"Emma","year":1815,"more":[1.5,null]}"#
        )
    }

    @Test(
        "Every random item reads back exactly, for every module, id and fidelity of the server",
        arguments: 0..<6)
    func random(_ variant: Int) throws {
        let seed = Seed.current
        let modules = [
            IndexedModule(Gadgets.descriptor), Self.module(["name", "createdAt", "tags", "id", "größe"]),
            Self.module((0..<80).map { "f\($0)" } + ["title"]),
            Self.module(["gro\u{308}ße", "größe", "q_x"]),
        ]
        var gadgets = RandomGadgets(seed: seed &+ UInt64(variant))
        for module in modules {
            let document = PlainDocument(
                module, id: variant % 2 == 0 ? "id" : "objectID", convertsPlaces: false,
                fidelity: [.exact, .numbersAsDoubles, .losesNull][variant / 2])
            for _ in 0..<40 {
                let instance = try Self.json(gadgets.instance())
                // An item has an id.
                if instance.instanceID.isEmpty { continue }
                let again = try #require(try Self.roundTrip(document, instance))
                #expect(again.sortedInstance == Self.expected(instance).sortedInstance, "seed \(seed)")
                guard variant / 2 == 2 else { continue }
                let shown = document.members(of: instance).filter { $0.name != PlainDocument.rest }
                #expect(!JSONValue.object(shown).description.contains(":null"), "seed \(seed)")
            }
        }
    }

    @Test(
        "Hostile items read back exactly",
        arguments: [
            #"{"id":"1"}"#, #"{"id":"1","values":null}"#, #"{"id":"1","values":[1]}"#,
            #"{"id":"1","values":7}"#,
            #"{"id":"1","values":{"q_rest":1,"q_n_year":2,"_id":3,"":4,"a.b":5,"$x":6,"-y":7,"id":8,"objectID":9}}"#,
            #"{"id":"1","name":"hidden","createdAt":5,"values":{"name":"shown","createdAt":"soon"}}"#,
            #"{"id":"1","name":7,"createdAt":"soon","tags":[1],"revision":1.5,"values":{"title":"t"}}"#,
            #"{"id":"1","name":"a","name":"b","values":{"title":"t","title":"u"}}"#,
            #"{"id":"1","createdAt":1,"createdAt":"x","values":{}}"#,
            #"{"id":"1","values":{"größe":1,"gro\u0308ße":2,"q_\u0301":3,"_\u0301":4}}"#,
            #"{"id":"1","values":{"updatedAt":3,"externalId":4,"metadata":5,"values":6}}"#,
            #"{"id":"1","q_rest":{"values":5},"_tags":[],"values":{"_highlightResult":{}}}"#,
            #"{"id":"1","revision":9007199254740993,"values":{"big":-9223372036854775808,"zero":-0.0,"deep":[{"n":9007199254740993}]}}"#,
        ])
    func hostile(_ text: String) throws {
        let instance = try Self.json(text)
        for names in [
            [], ["title", "name", "createdAt"], ["a.b", "id", "objectID", "q_rest", "_id", "größe"],
        ] {
            for document in [
                PlainDocument(Self.module(names)), PlainDocument(Self.module(names), id: "objectID"),
                PlainDocument(
                    Self.module(names), id: "objectID", fidelity: .numbersAsDoubles,
                    reserved: ["_tags", "_geoloc"]),
            ] {
                #expect(
                    try Self.roundTrip(document, instance)?.sortedInstance
                        == Self.expected(instance).sortedInstance)
            }
        }
    }

    @Test("Numbers that no double holds are texts where a server keeps doubles")
    func doubles() throws {
        let document = PlainDocument(
            Self.module(["big", "small"], kind: .integer), fidelity: .numbersAsDoubles)
        let instance = try Self.json(
            #"{"id":"1","revision":-9007199254740993,"values":{"big":9007199254740993,"small":9007199254740992}}"#
        )
        #expect(
            JSONValue.object(document.members(of: instance)).description
                == #"{"id":"1","small":9007199254740992,"#
                + #""q_rest":"{\"metadata\":{\"revision\":-9007199254740993},\"values\":{\"big\":9007199254740993}}"}"#
        )
    }

    @Test("A pair of numbers in an item begins with the longitude, whatever it means on the server")
    func pairs() throws {
        let module = Self.module(["place"], kind: .geopoint)
        let instance = try Self.json(#"{"id":"1","values":{"place":[4.89,52.37]}}"#)
        let point = #"{"id":"1","values":{"place":{"latitude":52.37,"longitude":4.89}}}"#
        #expect(try Self.roundTrip(PlainDocument(module), instance)?.description == point)
        let same = PlainDocument(module, longitudeFirst: true)
        #expect(try Self.roundTrip(same, instance)?.description == instance.description)
        let own = try Self.json(#"{"id":"1","place":[52.37,4.89]}"#)
        #expect(PlainDocument(module).instance(of: own)?.description == point)
        let text = try Self.json(#"{"id":"1","place":"52.37, 4.89"}"#)
        #expect(same.instance(of: text)?.description == point)
    }

    @Test("Attributes that a server adds to its responses are no values, those that it reserves are")
    func serverAttributes() throws {
        let document = PlainDocument(Self.module(["title"]), id: "objectID", reserved: ["_tags"])
        let record = try Self.json(
            #"{"objectID":"1","title":"t","_tags":["a"],"_highlightResult":{},"_rankingInfo":5,"q_n_year":1}"#
        )
        let instance = try #require(document.instance(of: record))
        #expect(instance.description == #"{"id":"1","values":{"title":"t","_tags":["a"]}}"#)
        #expect(JSONValue.object(document.members(of: instance))["_tags"]?.description == #"["a"]"#)
    }

    @Test("A document that was written for a schema with other names keeps its metadata and its values apart")
    func otherSchema() throws {
        let instance = try Self.json(#"{"id":"1","name":"emma","values":{"title":"Emma"}}"#)
        let old = PlainDocument(Self.module(["title"]))
        let sent = JSONValue.object(old.members(of: instance))
        let new = Self.module(["title", "name"])
        #expect(PlainDocument(new, hidden: []).instance(of: sent)?.sortedInstance == instance.sortedInstance)
        let named = try Self.json(#"{"id":"1","name":"emma","values":{"title":"Emma","name":"Emma"}}"#)
        let newlySent = JSONValue.object(PlainDocument(new).members(of: named))
        let back = PlainDocument(Self.module(["title"]), hidden: PlainDocument.hiddenMetadata(by: new))
        #expect(back.instance(of: newlySent)?.sortedInstance == named.sortedInstance)
    }
}
