import Foundation
import QuireCluster
import QuireCore

/// Random documents of a search cluster, as they are stored and with all that can be wrong.
package struct RandomDocuments {
    private var gadgets: RandomGadgets
    private let module: IndexedModule

    /// - Parameters:
    ///   - seed: The seed of the documents.
    ///   - module: The module of their instances, which is that of `Gadgets`.
    package init(seed: UInt64, _ module: IndexedModule) {
        gadgets = RandomGadgets(seed: seed)
        self.module = module
    }

    /// The keys of the documents.
    package static func keys(of module: IndexedModule) -> StoredKeys {
        StoredKeys(
            module, metadata: "meta", rest: "rest", others: ["key", "order"], value: \.physicalName)
    }

    private mutating func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &gadgets.json.random) == 0
    }

    package mutating func instance() -> JSONValue {
        (try? JSONValue(parsing: Data(gadgets.instance().utf8))) ?? .object([])
    }

    package mutating func someFields() -> [IndexedField] {
        module.values.filter { _ in chance(2) }.shuffled(using: &gadgets.json.random)
    }

    package mutating func response(isWellFormed: Bool, count: Int? = nil) -> String {
        let count = count ?? Int.random(in: 0...3, using: &gadgets.json.random)
        let documents = (0..<count).map { _ in
            document(of: StoredInstance(instance(), of: module), isWellFormed: isWellFormed)
        }
        return "[" + documents.joined(separator: chance(2) ? "," : " ,\n") + "]"
    }

    package mutating func document(of stored: StoredInstance, isWellFormed: Bool) -> String {
        var members = [("meta", quoted(stored.metadata))]
        for (name, text) in stored.values.sorted(by: { $0.key < $1.key }) {
            var value = text
            if chance(3), let json = try? JSONValue(parsing: Data(text.utf8)) {
                // The same value, written in another way.
                value = gadgets.json.text(of: json)
            }
            if !isWellFormed, chance(8) { value = strange() }
            members.append((name, !isWellFormed && chance(20) ? strange() : quoted(value)))
        }
        if let rest = stored.rest { members.append(("rest", quoted(rest))) }
        members.append(("key", quoted("k\(stored.values.count)")))
        members.append(("order", "\(gadgets.json.integer())"))
        if chance(2) { members.append(("unknown", gadgets.json.text(of: gadgets.json.value(depth: 2)))) }
        if !isWellFormed {
            if chance(6) { members.removeFirst() }
            if chance(6) {
                members.append(
                    (
                        ["meta", "rest", "v_title"][Int.random(in: 0..<3, using: &gadgets.json.random)],
                        quoted(strange())
                    ))
            }
            if chance(6), let member = members.randomElement(using: &gadgets.json.random) {
                members.append(member)
            }
        }
        if chance(2) { members.shuffle(using: &gadgets.json.random) }
        return "{"
            + members.map { gadgets.json.text(of: .string($0.0)) + (chance(9) ? " : " : ":") + $0.1 }
            .joined(separator: ",") + "}"
    }

    private mutating func quoted(_ text: String) -> String {
        // With the escapes that it needs, or with others too.
        chance(3) ? gadgets.json.text(of: .string(text)) : JSONValue.string(text).description
    }

    private mutating func strange() -> String {
        [
            "", "null", "1", "1.5", "true", "\"x\"", "{}", "[]", "[\"a\",\"b\"]", " 7 ", "nul", "\"x",
            "1,\"title\":\"y\"",
            "{\"id\":\"z\"}", "{\"id\":\"z\",\"values\":{\"title\":\"t\"}}", "{\"id\":\"z\",\"values\":null}",
            "{\"width\":2}",
            "{\"title\":\"\\ud83d\\ude00\"}",
            "\"2024-05-01T10:00:00Z\"", "\"é\\n\"", "[[[[1]]]]", "x",
        ].randomElement(using: &gadgets.json.random) ?? ""
    }

    /// Changes some bytes.
    package mutating func damage(_ data: inout Data) {
        data = PageMutator.damaged(data, using: &gadgets.json.random)
    }
}
