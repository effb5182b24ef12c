import Foundation
import QuireCore
import QuireRemote

/// Random documents of a search cluster: as the SDK writes them, as another program may write them, and with all that can
/// be wrong.
package struct RandomDocuments {
    private var gadgets: RandomGadgets
    private let document: PlainDocument

    /// - Parameters:
    ///   - seed: The seed of the documents.
    ///   - document: How they hold the instances of `Gadgets`.
    package init(seed: UInt64, _ document: PlainDocument) {
        gadgets = RandomGadgets(seed: seed)
        self.document = document
    }

    /// The keys of the documents.
    package static func keys(of document: PlainDocument) -> DocumentKeys {
        DocumentKeys(document, others: ["key", "order"])
    }

    private mutating func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &gadgets.json.random) == 0
    }

    private mutating func pick(_ texts: [String]) -> String {
        texts.randomElement(using: &gadgets.json.random) ?? ""
    }

    package mutating func instance() -> JSONValue {
        (try? JSONValue(parsing: Data(gadgets.instance().utf8))) ?? .object([])
    }

    package mutating func someFields() -> [IndexedField] {
        document.module.values.filter { _ in chance(2) }.shuffled(using: &gadgets.json.random)
    }

    package mutating func response(isWellFormed: Bool, count: Int? = nil) -> String {
        let count = count ?? Int.random(in: 0...3, using: &gadgets.json.random)
        let documents = (0..<count).map { _ in text(of: instance(), isWellFormed: isWellFormed) }
        return "[" + documents.joined(separator: chance(2) ? "," : " ,\n") + "]"
    }

    /// The document of an instance, with its members written in any way.
    ///
    /// - Parameter isWellFormed: Whether it is as the SDK writes it.
    package mutating func text(of instance: JSONValue, isWellFormed: Bool) -> String {
        var members = document.members(of: instance).map { ($0.name, gadgets.json.text(of: $0.value)) }
        members.append(("key", "\"k\(members.count)\""))
        members.append(("order", "\(gadgets.json.integer())"))
        if chance(2) { members.append(("q_derived", gadgets.json.text(of: gadgets.json.value(depth: 2)))) }
        if !isWellFormed { spoil(&members) }
        if chance(2) { members.shuffle(using: &gadgets.json.random) }
        return "{"
            + members.map { gadgets.json.text(of: .string($0.0)) + (chance(9) ? " : " : ":") + $0.1 }
            .joined(separator: ",") + "}"
    }

    /// What other programs write.
    private mutating func spoil(_ members: inout [(String, String)]) {
        for index in members.indices where chance(8) { members[index].1 = strange() }
        for _ in 0..<Int.random(in: 0...4, using: &gadgets.json.random) {
            members.append((strangeName(), strange()))
        }
        if chance(6) { members.removeFirst() }
        if chance(4), let member = members.randomElement(using: &gadgets.json.random) {
            members.append(member)
        }
    }

    private mutating func strangeName() -> String {
        pick(
            [
                document.id, PlainDocument.rest, "values", "metadata", "name", "createdAt", "updatedAt",
                "tags",
                "externalId", "revision", "title", "place", "label", "the \"odd\" one", "größe",
                "gro\u{308}ße", "_highlightResult", "q_", "_", "", "a.b", "unheard of",
            ])
    }

    private mutating func strange() -> String {
        pick(
            [
                "null", "1", "1.5", "-0.0", "9223372036854775807", "1e400", "true", "\"x\"", "\"\"", "{}",
                "[]",
                "[\"a\",\"b\"]", "[{}]", "[{\"name\":\"n\"}]", "[1,2]", "[[1,2],[3,4]]", "\"52.1, 4.9\"",
                #"{"lat":1,"lon":2}"#, #"{"latitude":1,"longitude":2}"#, #"{"longitude":1,"lat":2,"lon":3}"#,
                #"{"lat":1,"lat":3,"lng":2}"#, #"{"fr":"a","en":"b","fr":"c"}"#, #"{"fr":null}"#,
                #"{"metadata":{"name":"hidden","createdAt":7},"values":{"title":"t","a.b":1,"title":"u"}}"#,
                #"{"values":{"the \"odd\" one":"o","count":3,"unknown":[]},"metadata":5}"#,
                #"{"values":5}"#, #"{"values":null}"#, #"{"metadata":{"name":1,"name":"n","id":"other"}}"#,
                #""{\"values\":{\"count\":9007199254740993}}""#, #""{\"values\":""#,
                "\"2024-05-01T10:00:00Z\"", "\"2024-05-01T10:00:00.25+02:00\"", "\"é\\n\\u00e9\"",
                "\"\\ud83d\\ude00\"", "[[[[1]]]]",
            ])
    }

    /// Changes some bytes.
    package mutating func damage(_ data: inout Data) {
        data = PageMutator.damaged(data, using: &gadgets.json.random)
    }
}
