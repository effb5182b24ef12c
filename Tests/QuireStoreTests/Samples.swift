#if SQLite
import Foundation
import Quire

import QuireStore

/// A module with a field for each kind of storage, in the form of generated code.
enum Books: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isRequired: true, isSortable: true),
            FieldDescriptor(name: "age", kind: .integer, isSortable: true),
            FieldDescriptor(name: "rating", kind: .number, isSortable: true),
            FieldDescriptor(name: "isAvailable", kind: .boolean),
            FieldDescriptor(name: "language", kind: .choice, facet: .disjunctive),
            FieldDescriptor(name: "tags", kind: .list(.text), isSortable: true),
            FieldDescriptor(name: "pages", kind: .list(.integer)),
            FieldDescriptor(name: "weights", kind: .list(.number)),
            FieldDescriptor(name: "released", kind: .date(.dateOnly)),
            FieldDescriptor(name: "printedAt", kind: .dateTime(.rfc3339)),
            FieldDescriptor(name: "summary", kind: .longText),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "extra", kind: .json),
            FieldDescriptor(name: "author", kind: .relation(module: "authors")),
            FieldDescriptor(name: "editors", kind: .relations(module: "authors")),
        ])

    struct Fields: FieldSet {
        static var table: FieldTable { Books.descriptor.fields }
    }

    struct Values: ContentValues {
        var title: String
        var age: Int?
        var rating: Double?
        var isAvailable: Bool?
        var language: String?
        var tags: [String] = []
        var pages: [Int] = []
        var weights: [Double] = []
        var released: Date?
        var printedAt: Date?
        var summary: String?
        var place: GeoPoint?
        var extra: JSONValue?
        var author: Relation<Authors>?
        var editors: [Relation<Authors>] = []

        static var table: FieldTable { Books.descriptor.fields }

        init(title: String) { self.title = title }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            age = try reader.value(1)
            rating = try reader.value(2)
            isAvailable = try reader.value(3)
            language = try reader.value(4)
            tags = try reader.value(5)
            pages = try reader.value(6)
            weights = try reader.value(7)
            released = try reader.value(8)
            printedAt = try reader.value(9)
            summary = try reader.value(10)
            place = try reader.value(11)
            extra = try reader.value(12)
            author = try reader.value(13)
            editors = try reader.value(14)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, age)
            writer.value(2, rating)
            writer.value(3, isAvailable)
            writer.value(4, language)
            writer.value(5, tags)
            writer.value(6, pages)
            writer.value(7, weights)
            writer.value(8, released)
            writer.value(9, printedAt)
            writer.value(10, summary)
            writer.value(11, place)
            writer.value(12, extra)
            writer.value(13, author)
            writer.value(14, editors)
        }
    }
}

enum Authors: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "authors", fields: [FieldDescriptor(name: "name", kind: .text, isRequired: true)])

    struct Fields: FieldSet {
        static var table: FieldTable { Authors.descriptor.fields }
    }

    struct Values: ContentValues {
        var name: String

        static var table: FieldTable { Authors.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) { name = try reader.value(0) }

        func write(to writer: inout ValuesWriter) { writer.value(0, name) }
    }
}

enum Shop: SchemaDescription {
    static var modules: [ModuleDescriptor] { [Books.descriptor, Authors.descriptor] }
    static let locales: [LocaleDescriptor] = []
}

/// Untyped requests, for modules that a test defines.
extension Store {
    static func idDecoder(_ module: ModuleDescriptor) -> ItemDecoder<String> {
        ItemDecoder(module: module) { (reader) throws(ValueDecodingError) in
            try reader.read { (_) throws(ValueDecodingError) in }.id
        }
    }

    func ids(_ request: SearchRequest) async throws -> [String] {
        try await search([request], decoding: Self.idDecoder(request.module))[0].items
    }

    func ids(_ module: ModuleDescriptor, _ filter: Filter?, meta: Filter? = nil) async throws -> [String] {
        var request = SearchRequest(module: module)
        request.filter = filter
        request.metaFilter = meta
        request.page = .all
        return try await ids(request)
    }

    func items<Module: ContentModule>(_ module: Module.Type, _ request: SearchRequest) async throws
        -> [Content<Module>]
    {
        try await search([request], decoding: .content(of: module))[0].items
    }

    @discardableResult
    func load(_ module: ModuleDescriptor, _ lines: [String], options: LoadOptions = LoadOptions())
        async throws
        -> LoadSummary
    {
        try await load(module.name, from: .data(Data(lines.joined(separator: "\n").utf8)), options: options)
    }
}

/// A temporary folder for one test.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "quire-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String = "content.sqlite") -> String { path + "/" + name }
}

/// A leaf with the wire type of its value.
func leaf(_ operation: FilterOperation, _ property: String, _ value: FilterValue) -> Filter {
    .leaf(.init(operation, property, value: value, type: .string))
}
#endif
