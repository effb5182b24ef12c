import Foundation
import Quire
import Testing

/// HALO's wire form in both directions; the expected texts come from the reference.
@Suite struct FilterWireTests {
    static let examples: [(Filter, String)] = [
        (
            .leaf(.init(.equal, "title", value: .string("a \"b\" \\ \n é 🎈"), type: .string)),
            #"{"operation":"=","property":"title","value":"a \"b\" \\ \n é 🎈","type":"string"}"#
        ),
        (
            .leaf(.init(.notEqual, "Artwork ID", value: .null, type: .null)),
            #"{"operation":"!=","property":"Artwork ID","value":null,"type":"null"}"#
        ),
        (
            .leaf(.init(.equal, "active", value: .boolean(true), type: .string)),
            #"{"operation":"=","property":"active","value":true,"type":"string"}"#
        ),
        (
            .leaf(.init(.greaterOrEqual, "age", value: .integer(9_007_199_254_740_993), type: .number)),
            #"{"operation":">=","property":"age","value":9007199254740993,"type":"number"}"#
        ),
        (
            .leaf(.init(.less, "price", value: .number(0.1), type: .number)),
            #"{"operation":"<","property":"price","value":0.1,"type":"number"}"#
        ),
        (
            .leaf(
                .init(.lessOrEqual, "publishedAt", value: .date(milliseconds: 1_474_980_516_487), type: .date)
            ),
            #"{"operation":"<=","property":"publishedAt","value":1474980516487,"type":"date"}"#
        ),
        (
            .leaf(.init(.in, "age", value: .list([.integer(0), .integer(1)]), type: .number)),
            #"{"operation":"in","property":"age","value":[0,1],"type":"number"}"#
        ),
        (
            .leaf(.init(.notIn, "title", value: .list([]), type: .string)),
            #"{"operation":"!in","property":"title","value":[],"type":"string"}"#
        ),
        (
            .leaf(.init(.in, "released", value: .list([.date(milliseconds: -1)]), type: .date)),
            #"{"operation":"in","property":"released","value":[-1],"type":"date"}"#
        ),
        (.and([]), #"{"condition":"and","operands":[]}"#),
        (
            .or([.and([.leaf(.init(.like, "title", value: .string("har"), type: .string))])]),
            #"{"condition":"or","operands":[{"condition":"and","operands":[{"operation":"like","property":"title","value":"har","type":"string"}]}]}"#
        ),
    ]

    @Test("A tree is written in HALO's exact form, with keys in HALO's order", arguments: examples)
    func writing(_ filter: Filter, _ text: String) {
        #expect(wire(filter) == text)
    }

    @Test("JSONEncoder writes the same document", arguments: examples)
    func encoding(_ filter: Filter, _ text: String) throws {
        let encoded = String(decoding: try JSONEncoder().encode(filter), as: UTF8.self)
        #expect(try foundationJSON(encoded) == foundationJSON(text))
    }

    @Test("A written filter reads back unchanged", arguments: examples)
    func reading(_ filter: Filter, _ text: String) throws {
        #expect(try JSONDecoder().decode(Filter.self, from: Data(text.utf8)) == filter)
    }

    @Test(
        "Every operation has a unique name on the wire and can be read back",
        arguments: FilterOperation.allCases)
    func operations(_ operation: FilterOperation) throws {
        let filter = Filter.leaf(.init(operation, "p", value: .integer(1), type: .number))
        #expect(try JSONDecoder().decode(Filter.self, from: Data(filter.json)) == filter)
    }

    @Test(
        "Trees from other clients are understood",
        arguments: [
            // No type, no value, an unknown key, another order, an unused type.
            (
                #"{"value":3,"property":"age","operation":"="}"#,
                .leaf(.init(.equal, "age", value: .integer(3), type: .number))
            ),
            (
                #"{"property":"age","operation":"!="}"#,
                .leaf(.init(.notEqual, "age", value: .null, type: .null))
            ),
            (
                #"{"operation":"=","property":"a","value":true,"type":"boolean","note":[1]}"#,
                .leaf(.init(.equal, "a", value: .boolean(true), type: .string))
            ),
            (#"{"condition":"AND","operands":[]}"#, .and([])),
            // Android types lists of numbers as strings.
            (
                #"{"operation":"in","property":"a","value":[1,2.5],"type":"string"}"#,
                .leaf(.init(.in, "a", value: .list([.integer(1), .number(2.5)]), type: .string))
            ),
            (
                #"{"operation":">","property":"a","value":1.5e3,"type":"date"}"#,
                .leaf(.init(.greater, "a", value: .date(milliseconds: 1500), type: .date))
            ),
            (
                #"{"operation":"in","property":"a","value":[null,"x"]}"#,
                .leaf(.init(.in, "a", value: .list([.null, .string("x")]), type: .string))
            ),
        ] as [(String, Filter)])
    func tolerance(_ text: String, _ filter: Filter) throws {
        #expect(try JSONDecoder().decode(Filter.self, from: Data(text.utf8)) == filter)
    }

    @Test(
        "An error names its position and what was expected",
        arguments: [
            (
                #"{"condition":"xor","operands":[]}"#, "condition",
                "expected \"and\", \"or\", \"any\" or \"none\", found \"xor\""
            ),
            (
                #"{"condition":"and","operands":[{"property":"a"}]}"#, "operands.0",
                "a filter node needs \"operation\" (a test) or \"condition\" (a group)"
            ),
            (
                #"{"condition":"or","operands":[{"operation":"~","property":"a"}]}"#, "operands.0.operation",
                "unknown operation \"~\""
            ),
            (#"{"operation":"=","property":"a","value":1,"type":"int"}"#, "type", "unknown type \"int\""),
            (
                #"{"operation":"=","property":"a","value":"1","type":"number"}"#, "value",
                "a value of type \"number\""
            ),
            (#"{"operation":"=","property":"a","value":1.5,"type":"date"}"#, "value", "whole milliseconds"),
            (
                #"{"operation":"=","property":"a","value":{"x":1}}"#, "value",
                "expected null, a text, a number"
            ),
            (
                #"{"operation":"in","property":"a","value":[[1]]}"#, "value.0",
                "expected null, a text, a number"
            ),
        ])
    func mistakes(_ text: String, _ place: String, _ message: String) throws {
        do {
            let filter = try JSONDecoder().decode(Filter.self, from: Data(text.utf8))
            Issue.record("read \(filter)")
        } catch let error as DecodingError {
            let (path, description) = try #require(Self.parts(of: error))
            #expect(path.hasPrefix(place))
            #expect(description.contains(message), "\(description)")
        }
    }

    @Test("A tree read from outside may nest at most a hundred levels deep")
    func depth() throws {
        func nested(_ levels: Int) -> Data {
            let open = String(repeating: #"{"condition":"and","operands":["#, count: levels)
            return Data((open + String(repeating: "]}", count: levels)).utf8)
        }
        _ = try JSONDecoder().decode(Filter.self, from: nested(100))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Filter.self, from: nested(101)) }
    }

    private static func parts(of error: DecodingError) -> (path: String, description: String)? {
        let context: DecodingError.Context
        var last = ""
        switch error {
        case .dataCorrupted(let inner), .typeMismatch(_, let inner), .valueNotFound(_, let inner):
            context = inner
        case .keyNotFound(let key, let inner): (context, last) = (inner, "." + key.stringValue)
        @unknown default: return nil
        }
        let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(
            separator: ".")
        return (path + last, context.debugDescription)
    }
}
