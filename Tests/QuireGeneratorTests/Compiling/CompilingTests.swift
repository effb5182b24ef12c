import Foundation
import QuireGenerator
import QuireSchema
import Testing

/// Generated code compiles without a warning in the setups of users' packages.
@Suite("Generated code compiles", .serialized)
struct CompilingTests {
    /// Type-checks a generation, and returns the compiler's output.
    static func compile(_ generation: Generation, beside others: [URL] = [], _ flags: [String]) throws
        -> Outcome
    {
        let folder = try TemporaryFolder()
        #expect(generation.diagnostics.filter { $0.severity == .error }.isEmpty, "\(generation.diagnostics)")
        for file in generation.files { try folder.write(file.text, to: file.name) }
        let sources = generation.files.map { folder.path + "/" + $0.name }
        return try run(
            Places.compiler,
            [
                "-typecheck", "-parse-as-library", "-module-name", "Checked", "-warnings-as-errors",
                "-package-name", "shop",
            ]
                + ["-I", Places.modules.path(percentEncoded: false)] + Places.cModules + flags + sources
                + others.map { $0.path(percentEncoded: false) })
    }

    @Test(
        "The reference schema compiles in every language mode, isolation, set of features, and access level",
        arguments: [
            ("internal", ["-swift-version", "6"]),
            ("public", ["-swift-version", "5"]),
            ("package", ["-swift-version", "6", "-default-isolation", "MainActor"]),
            (
                "public",
                [
                    "-swift-version", "6", "-default-isolation", "MainActor", "-enable-upcoming-feature",
                    "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
                    "-enable-upcoming-feature", "MemberImportVisibility", "-strict-memory-safety",
                ]
            ),
            (
                "internal",
                [
                    "-swift-version", "5", "-strict-concurrency=complete", "-enable-upcoming-feature",
                    "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility",
                ]
            ),
        ])
    func modes(access: String, flags: [String]) throws {
        let scalar = try TemporaryFolder()
        let declared = try String(contentsOf: Reference.scalar, encoding: .utf8)
            .replacingOccurrences(
                of: "import Quire", with: Self.imports[access] ?? ""
            )
            .replacingOccurrences(of: "struct ISBN", with: "nonisolated \(access) struct ISBN")
            .replacingOccurrences(of: "    init?", with: "    \(access) init?")
            .replacingOccurrences(of: "    let", with: "    \(access) let")
        try scalar.write(declared, to: "ISBN.swift")
        let generation = try generated(Reference.text(), access: AccessLevel(rawValue: access))
        let outcome = try Self.compile(generation, beside: [scalar.url.appending(path: "ISBN.swift")], flags)
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    /// How a user's own file imports the runtime for a scalar, by access level.
    static let imports = [
        "internal": "import Quire", "package": "internal import Quire", "public": "public import Quire",
    ]

    /// Every public type of the runtime.
    static func runtimeTypes() throws -> [String] {
        let layers = [
            "QuireCore", "QuireEngine", "QuireHALO", "QuireHTTP", "QuireIndexing", "QuireSync", "QuireText",
            "QuireToolbox",
        ]
        var names: Set<String> = []
        for layer in layers {
            let folder = Places.package.appending(path: "Sources/\(layer)").resolvingSymlinksInPath()
            let paths =
                FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?.allObjects
                as? [String]
            for path in paths ?? [] where path.hasSuffix(".swift") {
                let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                for match in source.matches(
                    of:
                        #/(?m)^(?:@\w+ )?public (?:final class|open class|class|struct|enum|protocol|typealias|actor)\s+(\w+)/#
                ) {
                    names.insert(String(match.1))
                }
            }
        }
        return names.sorted()
    }

    /// Words with a meaning in the language, and member names that could collide with generated ones.
    static let words = """
        associatedtype class deinit enum extension fileprivate func import init inout internal let open operator
        private precedencegroup protocol public rethrows static struct subscript typealias var break case catch
        continue default defer do else fallthrough for guard if in repeat return switch throw where while as await
        false is nil self super throws true try async actor any some each nonisolated consume copy borrowing
        consuming sending isolated dynamic final lazy optional required override convenience mutating nonmutating weak
        unowned indirect infix prefix postfix left right none get set willSet didSet yield package macro discard
        unsafe then hashValue description id name values metadata table rawValue reader writer visitor isAbsent absent
        filterValue allKnown allCases encode hash write read decoder encoder newValue oldValue value index hasher error
        createdAt updatedAt lhs rhs wireType isKnown unwrapped visitRelations debugDescription fields descriptor query
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    @Test(
        "Every keyword and every name of the standard library and of Quire works as module, field and choice")
    func names() throws {
        let runtime = try Self.runtimeTypes()
        #expect(runtime.count > 60)
        let types = Array(
            Set(
                standardLibraryTypes + runtime + [
                    "Any", "Self", "Type", "Protocol", "Swift", "Quire",
                    "Foundation", "Date", "URL", "Data", "Fields", "Values", "Draft",
                ])
        ).sorted()
        // Modules have a field of each kind, in case a type that the code uses is hidden.
        let everyKind = #"""
            {"name": "a", "type": "text", "default": "x"}, {"name": "b", "type": "integer", "operators": ["=", "<"]},
            {"name": "c", "type": "date", "default": "2024-01-01", "format": "dateOnly"}, {"name": "d", "type": "url"},
            {"name": "e", "type": "choice", "values": ["x"]}, {"name": "f", "type": "choice", "values": ["x"], "closed": true},
            {"name": "g", "type": "relation", "module": "String"}, {"name": "h", "type": "object", "fields": [{"name": "a", "type": "json"}]}
            """#
        let detailed: Set = [
            "String", "Optional", "Array", "Content", "Field", "Query", "Swift", "Quire", "Date", "Relation",
        ]
        var modules = types.map {
            #"{"name": "\#($0)", "swiftName": "\#($0)", "fields": [\#(detailed.contains($0) ? everyKind : "")]}"#
        }
        modules += Self.words.map { #"{"name": "module \#($0)", "swiftName": "\#($0)", "fields": []}"# }
        let asModules = try generated(schema(modules.joined(separator: ", ")))
        let first = try Self.compile(asModules, ["-swift-version", "6"])
        #expect(first.code == 0, "\(first.errors.prefix(4000))")

        func fields(_ names: [String], _ type: String) -> String {
            names.map { #"{"name": "wire \#($0)", "swiftName": "\#($0)", "type": \#(type)}"# }.joined(
                separator: ", ")
        }
        let values = (Self.words + types).map { #"{"name": "wire \#($0)", "swiftName": "\#($0)"}"# }.joined(
            separator: ", ")
        let asMembers = try generated(
            schema(
                #"{"name": "m1", "fields": [\#(fields(Self.words, #""text""#))]}"#,
                #"{"name": "m2", "fields": [\#(fields(Self.words, #""relation", "module": "m1", "required": true"#))]}"#,
                #"{"name": "m3", "fields": [\#(fields(Self.words, #""integer", "deprecated": true"#))]}"#,
                #"{"name": "m4", "fields": [\#(fields(types, #""text""#))]}"#,
                #"{"name": "m5", "fields": [\#(fields(types, #""choice", "values": ["x"]"#)), {"name": "d", "type": "date"}]}"#,
                #"{"name": "m6", "fields": [\#(fields(types.filter { $0 != "Any" }, #""object", "fields": [{"name": "self", "type": "date"}]"#))]}"#,
                #"{"name": "m7", "fields": [{"name": "open", "type": "choice", "values": [\#(values)]}, {"name": "closed", "type": "choice", "values": [\#(values)], "closed": true}]}"#
            ))
        let second = try Self.compile(asMembers, ["-swift-version", "6"])
        #expect(second.code == 0, "\(second.errors.prefix(4000))")
    }

    @Test("Ordinary code still compiles beside modules that are named like standard library types")
    func bystanders() throws {
        let generation = try generated(
            schema(
                standardLibraryTypes.filter { $0.contains("Literal") || $0.hasSuffix("Type") }
                    .map { #"{"name": "\#($0)", "swiftName": "\#($0)", "fields": []}"# }.joined(
                        separator: ", ")))
        let folder = try TemporaryFolder()
        try folder.write(
            "let text = \"a\"\nlet number = 1\nlet half = 0.5\nlet flag = true\nlet whole: Int = number + 1\n",
            to: "Own.swift")
        let outcome = try Self.compile(
            generation, beside: [folder.url.appending(path: "Own.swift")], ["-swift-version", "6"])
        #expect(outcome.code == 0, "\(outcome.errors.prefix(4000))")
    }
}
