import Foundation
import QuireCore

/// Random gadgets as JSON: every field present, missing or null, in the schema's order or any other.
package struct RandomGadgets {
    package var json: RandomJSON

    package init(seed: UInt64) { json = RandomJSON(seed: seed) }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &json.random) == 0 }

    private mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &json.random) ?? "" }

    private mutating func string() -> String { json.text(of: .string(json.string())) }

    private mutating func list(_ element: (inout Self) -> String) -> String {
        "["
            + (0..<Int.random(in: 0...4, using: &json.random)).map { _ in element(&self) }.joined(
                separator: ", ") + "]"
    }

    /// A page of instances as a bare array.
    package mutating func page(items: Int) -> String {
        "[" + (0..<items).map { _ in instance() }.joined(separator: ",\n") + "]"
    }

    package mutating func instance(depth: Int = 2) -> String {
        let values = object(gadgetMembers(depth: depth))
        var members = [("id", string()), ("values", values)]
        if chance(2) { members.append(("name", string())) }
        if chance(2) {
            members.append(("createdAt", "\(Int.random(in: -9...1_700_000_000_000, using: &json.random))"))
        }
        if chance(3) {
            members.append(
                ("tags", #"[{"name":\#(string()),"id":"000000000000000000000100"}, {"name":"x"}]"#))
        }
        if chance(3) { members.append(("revision", "3")) }
        if chance(3) { members.append(("externalId", json.text(of: json.value(depth: 1)))) }
        if chance(3) { members.append(("unheard of", json.text(of: json.value(depth: 1)))) }
        return object(chance(2) ? members : members.shuffled(using: &json.random))
    }

    private mutating func object(_ members: [(String, String)]) -> String {
        "{"
            + members.map { json.text(of: .string($0.0)) + ":" + $0.1 }.joined(
                separator: chance(3) ? " , " : ",") + "}"
    }

    private mutating func gadgetMembers(depth: Int) -> [(String, String)] {
        var members: [(String, String)] = [("title", string())]
        func date(_ self: inout Self) -> String {
            "\"20\(self.pick(["01", "24"]))-0\(self.pick(["1", "9"]))-2\(self.pick(["0", "8"]))\""
        }
        let makers: [(String, (inout Self) -> String)] = [
            ("count", { "\($0.json.integer())" }), ("weight", { "\($0.json.number())" }),
            ("active", { $0.pick(["true", "false"]) }),
            ("made", { "\($0.json.integer() >> 12)" }), ("seen", { "\($0.json.integer() >> 30)" }),
            ("sold", { $0.pick([#""2024-05-01T10:00:00Z""#, #""1999-12-31T23:59:59.25+02:00""#]) }),
            ("born", date),
            ("link", { $0.string() }), ("tint", { $0.pick(["\"#fff\"", "\"#123456\""]) }),
            ("place", { $0.pick(["[1,2]", #"{"lat":1,"lng":2.5}"#, #"{"longitude":-1,"latitude":0}"#]) }),
            ("extra", { $0.json.text(of: .array([$0.json.value(depth: 2)])) }),
            ("kind", { $0.pick(["\"tool\"", "\"x\""]) }),
            ("grade", { $0.pick(["\"best\"", "\"good\""]) }), ("labels", { $0.list { $0.string() } }),
            ("marks", { $0.list { "\($0.json.integer())" } }), ("days", { $0.list(date) }),
            (
                "size",
                {
                    $0.pick([
                        #"{"width":1}"#, #"{"made":"2024-05-01T10:00:00Z","width":2.5}"#,
                        #"{"x":[],"width":1e3,"made":null}"#,
                    ])
                }
            ),
            ("label", { $0.pick(["\"plain\"", #"{"fr":"a","en":"b"}"#]) }),
            ("serial", { $0.pick(["\"S-1\"", "\"S-\""]) }),
            ("maker", { depth > 0 ? $0.maker(depth: depth - 1) : $0.string() }),
            ("helpers", { $0.list { depth > 0 ? $0.maker(depth: depth - 1) : $0.string() } }),
            ("the \"odd\" one", { $0.string() }), ("größe", { $0.string() }),
        ]
        for (name, make) in makers {
            switch Int.random(in: 0..<6, using: &json.random) {
            case 0: break
            case 1: members.append((name, "null"))
            default: members.append((name, make(&self)))
            }
        }
        if chance(3) {
            members.insert(
                ("unknown", json.text(of: json.value(depth: 2))),
                at: Int.random(in: 0...members.count, using: &json.random))
        }
        return chance(2) ? members : members.shuffled(using: &json.random)
    }

    private mutating func maker(depth: Int) -> String {
        switch Int.random(in: 0..<3, using: &json.random) {
        case 0: return string()
        case 1: return #"{"id":\#(string())}"#
        default:
            let works = list { depth > 0 ? $0.instance(depth: depth - 1) : $0.string() }
            return #"{"id":\#(string()),"values":{"works":\#(works),"name":\#(string())}}"#
        }
    }
}
