import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import Testing

@testable import QuirePocketBase

/// What is sent for a query. The conformance suite tests what it finds.
@Suite struct FilterTests {
    private static let module = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "age", kind: .integer, isSortable: true),
            FieldDescriptor(name: "day", kind: .dateTime(.rfc3339), isSortable: true),
            FieldDescriptor(name: "tags", kind: .choices),
            FieldDescriptor(name: "odd name", kind: .text),
        ])

    private static func engine(_ collections: PocketBaseSettings.Collections) throws -> PocketBaseEngine {
        let url = try #require(URL(string: "http://127.0.0.1:8090"))
        return PocketBaseEngine(
            baseURL: url, settings: PocketBaseSettings(collections: collections),
            transport: ClosureTransport { _ in HTTPResponse(status: 500) })
    }

    private static func filter(
        _ filter: Filter, _ collections: PocketBaseSettings.Collections = .existing
    ) throws -> String? {
        var request = SearchRequest(module: module)
        request.filter = filter
        let text = try engine(collections).explain(request)
        guard let start = text.range(of: "&filter="), let end = text.range(of: "&sort=") else { return nil }
        return String(text[start.upperBound..<end.lowerBound])
    }

    private static func leaf(
        _ operation: FilterOperation, _ name: String, _ value: FilterValue, _ type: WireType = .string
    ) -> Filter { .leaf(.init(operation, name, value: value, type: type)) }

    @Test("An existing collection is asked with its own columns")
    func existing() throws {
        let old = Self.leaf(.greaterOrEqual, "age", .integer(18), .number)
        #expect(try Self.filter(old) == "age >= 18")
        #expect(
            try Self.filter(Self.leaf(.notLess, "title", .string("b")))
                == "(title >= 'b' || title = '')".dropParentheses)
        #expect(
            try Self.filter(.and([old, .or([Self.leaf(.equal, "title", .string("it's")), old])]))
                == #"age >= 18 && (title = 'it\'s' || age >= 18)"#)
        #expect(
            try Self.filter(Self.leaf(.notEqual, "tags", .string("red"))) == "tags:each != 'red'")
    }

    @Test("A managed collection uses its own columns, and others only where an empty column may be a value")
    func managed() throws {
        #expect(
            try Self.filter(Self.leaf(.greaterOrEqual, "age", .integer(18), .number), .managed) == "age >= 18"
        )
        #expect(
            try Self.filter(Self.leaf(.less, "age", .integer(18), .number), .managed)
                == #"age <= 17 && (age != 0 || q_has ~ '%"age"%')"#)
        #expect(
            try Self.filter(Self.leaf(.notLike, "title", .string("100%_")), .managed)
                == #"q_l_title !~ '%100\\%\\_%'"#)
    }

    @Test(
        "A negation is never printed as one, and a text never leaves its quotes",
        arguments: PocketBaseSettings.Collections.allCases)
    func hostile(_ collections: PocketBaseSettings.Collections) throws {
        for text in ["' || id != '", "\\' || 1=1", "@request.auth.id", "NOT (x)", "%", "// x", "\u{301}"] {
            for operation in FilterOperation.allCases
            where ![.near, .notNear, .within, .notWithin, .between, .notBetween].contains(operation) {
                let value: FilterValue =
                    [.in, .notIn].contains(operation) ? .list([.string(text)]) : .string(text)
                guard let printed = try? Self.filter(Self.leaf(operation, "title", value), collections) else {
                    continue
                }
                #expect(!Self.outsideOfQuotes(printed).contains("NOT"))
                #expect(!Self.outsideOfQuotes(printed).contains("@"))
                #expect(!Self.outsideOfQuotes(printed).contains("1=1"))
            }
        }
    }

    /// The filter without what is in quotes.
    private static func outsideOfQuotes(_ filter: String) -> String {
        var outside: [UInt8] = []
        var isInside = false
        var isEscaped = false
        for byte in filter.utf8 {
            if isInside, isEscaped {
                isEscaped = false
            } else if isInside, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "'") {
                isInside.toggle()
            } else if !isInside {
                outside.append(byte)
            }
        }
        return String(decoding: outside, as: UTF8.self)
    }

    @Test("What is larger than PocketBase accepts is refused before anything is sent")
    func limits() throws {
        let many = Filter.or((0..<201).map { Self.leaf(.equal, "age", .integer($0), .number) })
        #expect(throws: UnsupportedError.self) { try Self.filter(many) }
        let long = Self.leaf(.equal, "title", .string(String(repeating: "x", count: 3_500)))
        #expect(throws: UnsupportedError.self) { try Self.filter(long) }
        var sorted = SearchRequest(module: Self.module)
        sorted.sort = (0..<8).map { _ in SortKey(.value("age")) }
        let engine = try Self.engine(.existing)
        #expect(throws: UnsupportedError.self) { try engine.validate(sorted) }
        var page = SearchRequest(module: Self.module)
        page.page = .page(1, size: 1_001)
        #expect(throws: UnsupportedError.self) { try engine.validate(page) }
    }

    @Test("More ids than fit are split into requests that name each id once")
    func ids() throws {
        var request = SearchRequest(module: Self.module)
        request.ids = (0..<1_000).map { "id\($0)-0123456789abcdef" } + ["id1-0123456789abcdef"]
        request.page = .all
        let parts = try SearchParts(
            request, in: CollectionLayouts(.existing), settings: PocketBaseSettings()
        ).parts
        #expect(parts.count > 5)
        #expect(parts.allSatisfy { ($0.filter?.utf8.count ?? 0) <= Condition.maximumBytes })
        let ids = parts.flatMap { $0.request.ids ?? [] }
        #expect(Set(ids).count == 1_000)
        #expect(ids == ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        request.sort = [SortKey(.value("age"))]
        #expect(throws: UnsupportedError.self) {
            try SearchParts(request, in: CollectionLayouts(.existing), settings: PocketBaseSettings())
        }
    }

    @Test("The pages of a slice contain exactly its items")
    func slices() {
        for offset in 0..<60 {
            for limit in 1..<25 {
                let slices = PageSlices(offset: offset, limit: limit, maximum: 40)
                let items = slices.pages.flatMap { page in
                    page.range.map { (page.number - 1) * page.size + $0 }
                }
                #expect(items == Array(offset..<offset + limit))
                #expect(slices.pages.allSatisfy { $0.size <= 40 })
            }
        }
    }
}

extension String {
    fileprivate var dropParentheses: String { String(dropFirst().dropLast()) }
}
