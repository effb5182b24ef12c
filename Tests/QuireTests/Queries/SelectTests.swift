import Foundation
import Quire
import QuireHALO
import QuireHTTP
import QuireTesting
import SampleModules
import Testing

@Suite("Rows of a selection")
struct SelectTests {
    private struct Row: Hashable {
        var id: ContentID<Books>
        var title: String
        var changed: Date?
    }

    private static let changed = Date(timeIntervalSince1970: 1_700_000_000)

    private func shelf() async -> ContentClient {
        let engine = InMemoryEngine()
        var items: [Book] = []
        for number in 0..<3 {
            var book = Book(
                id: ContentID("b\(number)"), values: Books.Values(title: "Book \(number)", age: number))
            if number > 0 { book.metadata.updatedAt = Self.changed }
            book.metadata.tags = [Tag(name: "shelf", value: "\(number)")]
            items.append(book)
        }
        await engine.add(Books.self, items)
        return ContentClient(engine: engine)
    }

    @Test("Rows contain the selected id and metadata beside fields, in any order")
    func envelope() async throws {
        let content = await shelf()
        let query = Books.query().sort(by: \.title)
        let rows: Page<(ContentID<Books>, String, Date?)> = try await content.fetch(
            query.select(\.id, \.title, \.updatedAt))
        #expect(rows.map(\.0) == ["b0", "b1", "b2"])
        #expect(rows.map(\.1) == ["Book 0", "Book 1", "Book 2"])
        #expect(rows.map(\.2) == [nil, Self.changed, Self.changed])
        let others = try await content.fetch(query.select(\.rank, \.tags, \.metadata, \.age, \.id))
        #expect(others.map(\.0) == [nil, nil, nil])
        // `tags` is a field of books too.
        #expect(others.map(\.1) == [[], [], []])
        #expect(others.map(\.2.tags.first?.value) == ["0", "1", "2"])
        #expect(others.map(\.3) == [0, 1, 2])
        #expect(others.map(\.4) == ["b0", "b1", "b2"])
    }

    @Test("A custom row type can be built from id, fields and metadata")
    func ownType() async throws {
        let selection = Books.query().sort(by: \.title).select(\.id, \.title, \.updatedAt, as: Row.init)
        let rows = try await shelf().fetch(selection)
        #expect(rows.items.last == Row(id: "b2", title: "Book 2", changed: Self.changed))
    }

    @Test("Rows read one after the other contain them too, and so does a selection of the id alone")
    func all() async throws {
        let content = await shelf()
        let query = Books.query().sort(by: \.age).page(1, size: 2)
        var ids: [ContentID<Books>] = []
        for try await (id, age) in content.all(query.select(\.id, \.age)) where age > 0 { ids.append(id) }
        #expect(ids == ["b1", "b2"])
        let alone: Selection<Books, ContentID<Books>> = query.select(\.id)
        #expect(try await content.fetch(alone).items == ["b0", "b1"])
    }

    @Test("Only fields are requested: id and metadata come with every item")
    func request() {
        #expect(Books.query().select(\.id, \.title, \.updatedAt).request.fields == ["title"])
        #expect(Books.query().select(\.id, \.metadata).request.fields == [])
    }

    @Test("In HALO's form, a response contains id and metadata at any position")
    func halo() async throws {
        let sent = Sent()
        let page = #"""
            {"items":[
             {"values":{"title":"Emma"},"updatedAt":1700000000000,"id":"b1","module":"m1"},
             {"id":"b2","module":"m1","updatedAt":null,"values":{"title":"Evelina"}}],
             "pagination":{"page":1,"limit":50,"offset":0,"totalItems":2,"totalPages":1,"count":2}}
            """#
        let transport = ClosureTransport { request in
            await sent.add(request.body ?? Data())
            return HTTPResponse(status: 200, body: Data(page.utf8))
        }
        let url = try #require(URL(string: "https://halo.example"))
        let content = ContentClient(engine: HALOEngine(baseURL: url, transport: transport))
        let rows = try await content.fetch(Books.query().select(\.id, \.title, \.updatedAt, as: Row.init))
        #expect(
            rows.items == [
                Row(id: "b1", title: "Emma", changed: Self.changed),
                Row(id: "b2", title: "Evelina", changed: nil),
            ])
        let body = try JSONValue(parsing: try #require(await sent.bodies.first))
        #expect(body.member("fields") == .array([.string("values.title")]))
    }

    @Test("A field shadows an id or metadata of the same name; other items' parts stay available")
    func sharedNames() async throws {
        let engine = InMemoryEngine()
        var guest = Content<Guests>(id: "g1", values: Guests.Values(id: "own", metadata: 7, name: "Ann"))
        guest.metadata.name = "the metadata's"
        guest.metadata.createdBy = "Bob"
        await engine.add(Guests.self, [guest])
        let selection: Selection<Guests, (String, Int, String, String?)> =
            Guests.query().select(\.id, \.metadata, \.name, \.createdBy)
        let row = try #require(try await ContentClient(engine: engine).fetch(selection).first)
        #expect(row == ("own", 7, "Ann", "Bob"))
        #expect(selection.request.fields == ["id", "metadata", "name"])
    }
}

private actor Sent {
    private(set) var bodies: [Data] = []
    func add(_ body: Data) { bodies.append(body) }
}

/// A module whose fields are named like id and metadata.
private enum Guests: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "guests",
        fields: [
            FieldDescriptor(name: "id", kind: .text, isRequired: true),
            FieldDescriptor(name: "metadata", kind: .integer, isRequired: true),
            FieldDescriptor(name: "name", kind: .text, isRequired: true),
        ])

    struct Fields: FieldSet {
        static var table: FieldTable { Guests.descriptor.fields }
        var id: Field<Self, String, TextOperators> { .init("id") }
        var metadata: Field<Self, Int, NumberOperators> { .init("metadata") }
        var name: Field<Self, String, TextOperators> { .init("name") }
    }

    struct Values: ContentValues {
        static var table: FieldTable { Guests.descriptor.fields }
        var id: String
        var metadata: Int
        var name: String

        init(id: String, metadata: Int, name: String) {
            self.id = id
            self.metadata = metadata
            self.name = name
        }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            id = try reader.value(0)
            metadata = try reader.value(1)
            name = try reader.value(2)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, id)
            writer.value(1, metadata)
            writer.value(2, name)
        }
    }
}
