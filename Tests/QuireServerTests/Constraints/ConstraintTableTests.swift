#if SQLite
import Foundation
import Quire
import QuireCore
import QuireEngine
import QuireStore
import QuireTesting
import Testing

import QuireServer

/// Every constraint with many values, on every path of a write. All must agree with an evaluator written here.
@Suite struct ConstraintTableTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        /// The field's description after its name.
        var field: String
        /// Whether a value keeps the constraint, decided without the code under test.
        var holds: @Sendable (Any) -> Bool
        var testDescription: String { field }
    }

    private static func length(_ value: Any) -> Int? {
        // Four bytes for each scalar.
        (value as? String)?.data(using: .utf32LittleEndian).map { $0.count / 4 }
    }

    private static func matches(_ pattern: String, _ value: Any) -> Bool {
        guard let text = value as? String else { return true }
        return text.range(of: pattern, options: .regularExpression) != nil
    }

    private static func number(_ value: Any) -> Double? { (value as? NSNumber)?.doubleValue }

    // Values as JSON.
    private static let texts = [
        #""""#, #""a""#, #""ab""#, #""abc""#, #""é""#, #""e\u0301""#, #""👍🏽""#, #""🇩🇪""#, #""a b""#, #""1""#,
        #""A1-b""#, #""ab\nab""#,
    ]
    private static let numbers = ["-1", "0", "1", "2", "3", "10", "1000000"]
    private static let decimals = ["-1", "0", "0.5", "0.75", "1", "2.5", "2.75", "10"]
    private static let lists = [
        "[]", #"["a"]"#, #"["a","b"]"#, #"["a","bcd",""]"#, #"["abc","abc","abc","abc"]"#,
    ]

    static let table: [(rule: Rule, values: [String])] = [
        (Rule(field: #""type":"text","minLength":2"#) { length($0).map { $0 >= 2 } ?? true }, texts),
        (Rule(field: #""type":"text","maxLength":2"#) { length($0).map { $0 <= 2 } ?? true }, texts),
        (
            Rule(field: #""type":"longText","minLength":1,"maxLength":2"#) {
                length($0).map { (1...2).contains($0) } ?? true
            }, texts
        ),
        (Rule(field: #""type":"text","pattern":"^[a-z]+$""#) { matches("\\A[a-z]+\\z", $0) }, texts),
        (Rule(field: #""type":"text","pattern":"b""#) { matches("b", $0) }, texts),
        (Rule(field: #""type":"integer","minimum":1"#) { number($0).map { $0 >= 1 } ?? true }, numbers),
        (
            Rule(field: #""type":"integer","maximum":2.5"#) { number($0).map { $0 <= 2.5 } ?? true },
            numbers
        ),
        (
            Rule(field: #""type":"number","minimum":0.5,"maximum":2.5"#) {
                number($0).map { $0 >= 0.5 && $0 <= 2.5 } ?? true
            }, decimals
        ),
        (
            Rule(field: #""type":"list","of":{"type":"text"},"minItems":1"#) {
                ($0 as? [String]).map { !$0.isEmpty } ?? true
            }, lists
        ),
        (
            Rule(field: #""type":"list","of":{"type":"text"},"maxItems":2"#) {
                ($0 as? [String]).map { $0.count <= 2 } ?? true
            }, lists
        ),
        (
            Rule(field: #""type":"list","of":{"type":"text"},"maxLength":2"#) {
                ($0 as? [String]).map { $0.allSatisfy { length($0)! <= 2 } } ?? true
            }, lists
        ),
        (
            Rule(field: #""type":"choices","maxItems":1"#) {
                ($0 as? [String]).map { $0.count <= 1 } ?? true
            }, lists
        ),
        (
            Rule(field: #""type":"relations","module":"things","minItems":2"#) {
                ($0 as? [String]).map { $0.count >= 2 } ?? true
            }, [#"["x"]"#, #"["x","y"]"#]
        ),
    ]

    @Test(
        "Drafts, the store, loads, the engine in memory and the server agree with a plain evaluator",
        arguments: table.indices)
    func agree(_ index: Int) async throws {
        let (rule, values) = Self.table[index]
        let module = try ModuleDescriptor(json: #"{"name":"things","fields":[{"name":"f",\#(rule.field)}]}"#)
        let served = try await Library.serving(module)
        for json in values + ["null"] {
            let value = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
            let holds = rule.holds(value)
            let what = "\(rule.field): \(json)"
            let parsed = try JSONValue(parsing: Data(json.utf8))
            var operation = WriteOperation(.create, module)
            operation.values = .object([.init("f", parsed)])
            let batch = WriteBatch([operation])

            #expect(Self.isRefused { try batch.check(for: "draft") } == !holds, "draft: \(what)")
            #expect(module.violations(of: operation.values).isEmpty == holds, "\(what)")

            let memory = InMemoryEngine()
            let isInMemory = (try? await memory.write(batch))?.first?.isSuccess ?? false
            #expect(isInMemory == holds, "memory: \(what)")

            let store = try await Store(.memory, modules: [module])
            let isStored = (try? await store.write(batch))?.first?.isSuccess ?? false
            #expect(isStored == holds, "store: \(what)")
            let line = #"{"id":"loaded","values":{"f":\#(json)}}"#
            let summary = try await store.load("things", from: .data(Data(line.utf8)))
            #expect((summary.inserted == 1) == holds, "load: \(what)")

            let reply = try await served.send(
                "POST", "generalcontent/instance",
                #"{"module":"\#(served.id("things"))","values":{"f":\#(json)}}"#)
            #expect((reply.status == 200) == holds, "server: \(what): \(reply.json)")
            if !holds {
                #expect(reply.status == 400)
                #expect(
                    reply["error.extra.field"] != nil && reply["error.extra.constraint"] != nil,
                    "\(reply.json)")
            }
        }
    }

    private static func isRefused(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return false
        } catch let error as WriteError {
            return error.reason == .invalid && error.fields.contains { $0.constraint != nil }
        } catch {
            return false
        }
    }

    @Test("A unique value is refused in the engine in memory, the store and the server alike")
    func unique() async throws {
        for type in ["text", "integer", "number", "url", "color", "choice"] {
            let module = try ModuleDescriptor(
                json: #"{"name":"things","fields":[{"name":"f","type":"\#(type)","unique":true}]}"#)
            let values: [(String, Bool)] =
                switch type {
                case "integer": [("1", true), ("1", false), ("2", true), ("null", true), ("null", true)]
                case "number": [("1.5", true), ("1.50", false), ("1", true), ("1.0", false)]
                case "url": [("\"https://a\"", true), ("\"https://a\"", false), ("\"https://A\"", true)]
                case "color": [("\"#ffffff\"", true), ("\"#ffffff\"", false)]
                default:
                    [
                        ("\"a\"", true), ("\"a\"", false), ("\"A\"", true), ("\"é\"", true),
                        ("\"e\u{301}\"", true), ("null", true),
                    ]
                }
            let store = try await Store(.memory, modules: [module])
            let memory = InMemoryEngine()
            let served = try await Library.serving(module)
            for (json, fits) in values {
                var operation = WriteOperation(.create, module)
                operation.values = .object([.init("f", try JSONValue(parsing: Data(json.utf8)))])
                let batch = WriteBatch([operation])
                #expect(try await store.write(batch)[0].isSuccess == fits, "store: \(type) \(json)")
                #expect(try await memory.write(batch)[0].isSuccess == fits, "memory: \(type) \(json)")
                let reply = try await served.send(
                    "POST", "generalcontent/instance",
                    #"{"module":"\#(served.id("things"))","values":{"f":\#(json)}}"#)
                #expect((reply.status == 200) == fits, "server: \(type) \(json): \(reply.json)")
                if !fits { #expect(reply["error.extra.error"] == .string("validator.unique")) }
            }
        }
    }
}
#endif
