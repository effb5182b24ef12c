import Foundation
import Quire
import Testing

@Suite("Generated descriptors")
struct GeneratedDescriptorTests {
    /// The reference schema as any JSON reader sees it.
    static func reference() throws -> [[String: Any]] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "reference.json")
        let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        return try #require(schema?["modules"] as? [[String: Any]])
    }

    @Test("Modules and fields have the names, the order and the flags of the schema")
    func fields() throws {
        let modules = try Self.reference()
        #expect(ContentSchema.modules.map(\.name) == modules.map { $0["name"] as? String })
        #expect(ContentSchema.modules.map(\.id) == modules.map { $0["id"] as? String })
        #expect(ContentSchema.modules.map(\.isSingle) == modules.map { $0["single"] as? Bool ?? false })
        for (module, description) in zip(ContentSchema.modules, modules) {
            var fields = try #require(description["fields"] as? [[String: Any]])
            if description["mixins"] != nil { fields.insert(["name": "tags", "type": "list"], at: 0) }
            #expect(module.fields.fields.map(\.name) == fields.map { $0["name"] as? String })
            for (field, description) in zip(module.fields.fields, fields) {
                #expect(field.isRequired == (description["required"] as? Bool ?? false), "\(field.name)")
                #expect(field.isSortable == (description["sortable"] as? Bool ?? false), "\(field.name)")
                #expect(field.facet?.rawValue == description["facet"] as? String, "\(field.name)")
                let weight = (description["searchable"] as? NSNumber)?.doubleValue
                #expect(field.searchWeight == weight, "\(field.name)")
            }
        }
    }

    @Test("The kinds of fields match the schema, including nested objects")
    func kinds() {
        let fields = Books.descriptor.fields
        #expect(fields["released"]?.kind == .date(.dateOnly))
        #expect(fields["doors"]?.kind == .time(.epochSeconds))
        #expect(fields["updated"]?.kind == .dateTime(.rfc3339))
        #expect(fields["moments"]?.kind == .list(.dateTime(.epochMilliseconds)))
        #expect(fields["isbn"]?.kind == .scalar(.text))
        #expect(fields["author"]?.kind == .relation(module: "authors"))
        #expect(fields["editors"]?.kind == .relations(module: "authors"))
        #expect(Books.Size.table.fields.map(\.name) == ["width", "unit", "box", "history"])
        #expect(Books.Size.table.fields.first?.isRequired == true)
        #expect(Books.Size.History.table.fields.map(\.name) == ["when", "who", "notes"])
    }

    @Test("The index has the locales")
    func index() {
        #expect(
            ContentSchema.locales == [LocaleDescriptor("en"), LocaleDescriptor("fr", fallbacks: ["en"])])
    }

    @Test("Fields build filters, in both spellings")
    func filters() {
        let keyPaths = Books.query().where(\.age >= 18 && (\.language == .english || \.default == nil))
        let closure = Books.query().filter {
            $0.age >= 18
            anyOf {
                $0.language == .english
                $0.default == nil
            }
        }
        #expect(keyPaths.request.filter != nil)
        #expect(keyPaths.request.filter == closure.request.filter)
    }
}
