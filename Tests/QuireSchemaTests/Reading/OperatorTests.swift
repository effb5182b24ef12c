import QuireSchema
import Testing

/// The operators of fields.
@Suite struct OperatorTests {
    /// Allowed and default operators as in the format's page, without `isNull`.
    static let table: [(type: String, allowed: String, normal: String?)] = [
        (
            "text", "= != < <= > >= in !in like contains hasPrefix hasSuffix between",
            "= != in !in like contains hasPrefix hasSuffix"
        ),
        (
            "longText", "= != < <= > >= in !in like contains hasPrefix hasSuffix between",
            "like contains hasPrefix hasSuffix"
        ),
        (
            "html", "= != < <= > >= in !in like contains hasPrefix hasSuffix between",
            "like contains hasPrefix hasSuffix"
        ),
        ("integer", "= != < <= > >= in !in between", nil), ("number", "= != < <= > >= in !in between", nil),
        ("date", "= != < <= > >= in !in between", nil), ("time", "= != < <= > >= in !in between", nil),
        ("dateTime", "= != < <= > >= in !in between", nil), ("boolean", "= !=", nil),
        ("url", "= != in !in like contains hasPrefix hasSuffix", nil),
        ("image", "= != in !in like contains hasPrefix hasSuffix", nil),
        ("video", "= != in !in like contains hasPrefix hasSuffix", nil),
        ("audio", "= != in !in like contains hasPrefix hasSuffix", nil),
        ("document", "= != in !in like contains hasPrefix hasSuffix", nil),
        ("color", "= != in !in", nil), ("geopoint", "near within", nil), ("json", "", nil),
        ("localizedText", "", nil),
        ("list of text", "< <= > >= in !in contains between", "in !in contains"),
        ("list of integer", "< <= > >= in !in contains between", nil),
        ("list of date", "< <= > >= in !in contains between", nil),
        ("list of boolean", "contains", nil), ("list of url", "in !in contains", nil),
        ("list of color", "in !in contains", nil), ("list of geopoint", "", nil), ("list of json", "", nil),
    ]

    @Test(
        "A field without a list of operators has its type's defaults, and may have every allowed one",
        arguments: table.indices)
    func types(_ index: Int) throws {
        let (type, allowed, normal) = Self.table[index]
        let plain = field(type, "")
        #expect(try operators(plain) == Self.list(normal ?? allowed) + [.isNull])
        #expect(try operators(field(type, #", "required": true"#)) == Self.list(normal ?? allowed))
        for value in Operator.allCases where value != .isNull {
            let listed = field(type, #", "operators": ["\#(value.rawValue)"]"#)
            if Self.list(allowed).contains(value) {
                #expect(try operators(listed) == [value, .isNull])
            } else {
                #expect(read(schema(fields: listed)).diagnostics.map(\.code) == ["operator-not-allowed"])
            }
        }
        #expect(try operators(field(type, #", "operators": []"#)) == [.isNull])
    }

    @Test("Choices and relations compare with their values, lists of them by containing")
    func references() throws {
        let equality: [Operator] = [.equal, .notEqual, .in, .notIn, .isNull]
        let containing: [Operator] = [.in, .notIn, .contains, .isNull]
        #expect(try operators(#"{ "name": "a", "type": "choice", "values": ["x"] }"#) == equality)
        #expect(try operators(#"{ "name": "a", "type": "relation", "module": "books" }"#) == equality)
        #expect(try operators(#"{ "name": "a", "type": "choices", "values": ["x"] }"#) == containing)
        #expect(try operators(#"{ "name": "a", "type": "relations", "module": "books" }"#) == containing)
        #expect(
            try operators(#"{ "name": "a", "type": "object", "fields": [{ "name": "b", "type": "text" }] }"#)
                == [.isNull])
    }

    @Test("A scalar has the operators of its base type", arguments: Scalar.Base.allCases)
    func scalars(_ base: Scalar.Base) throws {
        let more = #" "scalars": [{ "name": "S", "swiftType": "S", "base": "\#(base.rawValue)" }],"#
        let fields =
            #"{ "name": "a", "type": "scalar", "scalar": "S" }, { "name": "b", "type": "list", "of": { "type": "scalar", "scalar": "S" } }"#
        let result = try #require(read(schema(fields: fields, more: more)).schema).modules[0].fields
        let expected: [Scalar.Base: (String, String)] = [
            .text: ("= != in !in like contains hasPrefix hasSuffix", "in !in contains"),
            .integer: ("= != < <= > >= in !in between", "< <= > >= in !in contains between"),
            .number: ("= != < <= > >= in !in between", "< <= > >= in !in contains between"),
            .boolean: ("= !=", "contains"), .json: ("", ""),
        ]
        let (single, many) = try #require(expected[base])
        #expect(result[0].operators == Self.list(single) + [.isNull])
        #expect(result[1].operators == Self.list(many) + [.isNull])
    }

    private func field(_ type: String, _ more: String) -> String {
        let words = type.split(separator: " ")
        if words.count == 3 { return #"{ "name": "a", "type": "list", "of": "\#(words[2])"\#(more) }"# }
        return #"{ "name": "a", "type": "\#(type)"\#(more) }"#
    }

    private func operators(_ field: String) throws -> [Operator] {
        let (result, diagnostics) = read(schema(fields: field))
        return try #require(result, "\(printed(diagnostics))").modules[0].fields[0].operators
    }

    static func list(_ text: String) -> [Operator] {
        text.split(separator: " ").compactMap { Operator(rawValue: String($0)) }
    }
}
