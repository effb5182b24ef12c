#if SQLite
import Foundation
import Quire

import QuireStore

/// A module with a field for each kind of value that aggregates read, in the form of generated code.
enum Sales: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "sales",
        fields: [
            FieldDescriptor(name: "language", kind: .text, isSortable: true, searchWeight: 1),
            FieldDescriptor(name: "pages", kind: .integer, isSortable: true),
            FieldDescriptor(name: "price", kind: .number),
            FieldDescriptor(name: "isNew", kind: .boolean),
            FieldDescriptor(name: "soldAt", kind: .dateTime(.rfc3339)),
            FieldDescriptor(name: "day", kind: .date(.dateOnly)),
            FieldDescriptor(name: "tags", kind: .list(.text)),
            FieldDescriptor(name: "scores", kind: .list(.integer)),
            FieldDescriptor(name: "remarks", kind: .longText, searchWeight: 1),
        ])

    struct Fields: FieldSet {
        static var table: FieldTable { Sales.descriptor.fields }
        var language: Field<Self, String?, TextOperators> { .init("language") }
        var pages: Field<Self, Int?, NumberOperators> { .init("pages") }
        var price: Field<Self, Double?, NumberOperators> { .init("price") }
        var isNew: Field<Self, Bool?, BooleanOperators> { .init("isNew") }
        var soldAt: Field<Self, Date?, DateOperators> { .init("soldAt") }
        var day: Field<Self, Date?, DateOperators> { .init("day") }
        var tags: Field<Self, [String], ListOperators> { .init("tags") }
        var scores: Field<Self, [Int], OrderedListOperators> { .init("scores") }
        var remarks: Field<Self, String?, LongTextOperators> { .init("remarks") }
    }

    struct Values: ContentValues, Hashable {
        var language: String?
        var pages: Int?
        var price: Double?
        var isNew: Bool?
        var soldAt: Date?
        var day: Date?
        var tags: [String] = []
        var scores: [Int] = []
        var remarks: String?

        static var table: FieldTable { Sales.descriptor.fields }

        init() {}

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            language = try reader.value(0)
            pages = try reader.value(1)
            price = try reader.value(2)
            isNew = try reader.value(3)
            soldAt = try reader.value(4)
            day = try reader.value(5)
            tags = try reader.value(6)
            scores = try reader.value(7)
            remarks = try reader.value(8)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, language)
            writer.value(1, pages)
            writer.value(2, price)
            writer.value(3, isNew)
            writer.value(4, soldAt)
            writer.value(5, day)
            writer.value(6, tags)
            writer.value(7, scores)
            writer.value(8, remarks)
        }
    }
}

typealias Sale = Content<Sales>

enum SalesSchema: SchemaDescription {
    static var modules: [ModuleDescriptor] { [Sales.descriptor] }
    static let locales: [LocaleDescriptor] = []
}

extension Store {
    /// A store in memory with some items.
    static func holding(_ sales: [Sale]) async throws -> Store {
        let store = try await Store(.memory, schema: SalesSchema.self)
        try await store.load(
            Sales.descriptor, try sales.map { String(decoding: try $0.exactInstance(), as: UTF8.self) })
        return store
    }
}

extension Sale {
    /// An item with values that the closure sets.
    init(_ id: String, _ set: (inout Sales.Values) -> Void = { _ in }) {
        var values = Sales.Values()
        set(&values)
        self.init(id: ContentID(id), values: values)
    }
}
#endif
