import Foundation
import Quire
import QuireHALO
import QuireStore
import QuireTesting
import SampleModules
import Testing

/// Changes that depend on the stored value, on the engines that hold items themselves.
@Suite("Drafts that add to numbers and change lists")
struct FieldModifierTests {
    private static func stored(_ engine: some WritableEngine) async throws -> ContentClient {
        let content = ContentClient(engine: engine)
        var draft = Books.Draft()
        draft.title = .set("Emma")
        draft.age = .set(1)
        draft.price = .set(2.5)
        draft.tags = .set(["a", "b", "a"])
        draft.active = .set(true)
        draft.editors = .set(["e1"])
        try await content.create(draft, id: "b1")
        return content
    }

    private static var draft: Books.Draft {
        var draft = Books.Draft()
        draft.add(2, to: \.age)
        draft.add(-0.5, to: \.price)
        // No value counts as 0.
        draft.add(7, to: \.rank)
        draft.remove(["a"], from: \.tags)
        draft.append(["c", "b"], to: \.tags)
        // Relations keep each item once.
        draft.append(["e2", "e1"], to: \.editors)
        return draft
    }

    private static func check(_ engine: some WritableEngine) async throws {
        let content = try await stored(engine)
        let book = try await content.update("b1", with: draft)
        #expect(book.age == 3 && book.price == 2 && book.rank == 7)
        #expect(book.tags == ["b", "c", "b"])
        #expect(book.editors.map(\.id) == ["e1", "e2"])
        // All writers' changes count.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    var draft = Books.Draft()
                    draft.add(1, to: \.age)
                    try await content.update("b1", with: draft)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await content.item(ContentID<Books>("b1")).age == 23)
        #expect(try await content.update(Books.query()) { $0.add(1, to: \.age) } == 1)
        #expect(try await content.item(ContentID<Books>("b1")).age == 24)
        // What does not fit changes nothing.
        var overflow = Books.Draft()
        overflow.add(Int.max, to: \.age)
        overflow.add(1, to: \.price)
        let failure = await #expect(throws: WriteError.self) {
            try await content.update("b1", with: overflow)
        }
        #expect(failure?.reason == .invalid && failure?.fields.map(\.name) == ["age"])
        #expect(try await content.item(ContentID<Books>("b1")).price == 2)
    }

    @Test("The in-memory engine applies them, and loses no concurrent change")
    func memory() async throws { try await Self.check(InMemoryEngine()) }

    @Test("The store applies them, and loses no concurrent change")
    func store() async throws {
        let store = try await Store(.memory, modules: [Books.descriptor])
        try await Self.check(store)
    }

    @Test("A new item has nothing to change, so a draft with such changes cannot create one")
    func create() async throws {
        let content = ContentClient(engine: InMemoryEngine())
        var draft = Self.draft
        draft.title = .set("Emma")
        draft.age = .set(1)
        draft.price = .set(1)
        draft.active = .set(true)
        let failure = await #expect(throws: WriteError.self) { try await content.create(incomplete: draft) }
        #expect(failure?.reason == .invalid)
        #expect(Set(failure?.fields.map(\.name) ?? []) == ["age", "price", "rank", "tags", "editors"])
    }

    @Test("A value that JSON cannot hold is refused, and not written as no value")
    func unwritable() async throws {
        let content = try await Self.stored(InMemoryEngine())
        var draft = Books.Draft()
        draft.add(.nan, to: \.price)
        draft.set(\.price, to: .infinity)
        let failure = await #expect(throws: WriteError.self) { try await content.update("b1", with: draft) }
        #expect(failure?.reason == .invalid && failure?.fields.map(\.name) == ["price", "price"])
        #expect(failure?.fields.allSatisfy { $0.message?.contains("found") == true } == true)
        #expect(try await content.item(ContentID<Books>("b1")).price == 2.5)
    }

    @Test("An engine that cannot change values refuses before anything is sent")
    func unsupported() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:9"))
        let content = ContentClient(engine: HALOEngine(baseURL: url, authorization: nil))
        await #expect(throws: UnsupportedError.self) {
            try await content.update(ContentID<Books>("b1"), with: Self.draft)
        }
    }

    @Test("Drafts with different changes differ, and printing one shows them")
    func printing() {
        var draft = Books.Draft()
        #expect(draft.isEmpty)
        draft.add(1, to: \.rank)
        #expect(!draft.isEmpty)
        #expect(draft != Books.Draft())
        #expect("\(draft.debugDescription)" == "draft of books {} with add 1 of rank")
    }
}

/// Drafts that set a member of an object, on the engines that hold items themselves.
@Suite("Drafts that set a member of an object")
struct MemberModifierTests {
    private static let width: FieldDescriptor = {
        var width = FieldDescriptor(name: "width", kind: .number, isRequired: true)
        width.isQueryable = true
        return width
    }()

    private static let module = ModuleDescriptor(
        name: "works",
        fields: [
            FieldDescriptor(
                name: "size",
                kind: .object(
                    FieldTable([
                        width,
                        FieldDescriptor(name: "unit", kind: .text),
                        FieldDescriptor(
                            name: "box",
                            kind: .object(FieldTable([FieldDescriptor(name: "label", kind: .text)]))),
                    ]))),
            FieldDescriptor(
                name: "parts", kind: .list(.object(FieldTable([FieldDescriptor(name: "title", kind: .text)])))
            ),
        ])

    private static func set(_ value: JSONValue, _ field: String, _ members: String...) -> FieldModifier {
        var modifier = FieldModifier(.set, value, of: field)
        modifier.members = members
        return modifier
    }

    /// Applies modifiers to the item, and returns its values.
    private static func update(
        _ engine: some WritableEngine, _ id: String, _ modifiers: FieldModifier...
    ) async throws -> JSONValue? {
        var operation = WriteOperation(.update, module, id: id)
        operation.modifiers = modifiers
        for failure in try await ContentClient(engine: engine).write(WriteBatch([operation])).failures {
            throw failure
        }
        var request = SearchRequest(module: module)
        request.ids = [id]
        request.page = .all
        guard case .array(let items) = try JSONValue(parsing: try await engine.searchData(request)) else {
            return nil
        }
        return items.first?.member("values")
    }

    private static func check(_ engine: some WritableEngine) async throws {
        var create = WriteOperation(.create, module, id: "w1")
        create.values = try JSONValue(
            parsing: Data(#"{"size":{"width":3,"unit":"cm","more":[1]},"parts":[{"title":"a"}]}"#.utf8))
        var other = WriteOperation(.create, module, id: "w2")
        other.values = .object([])
        #expect(try await ContentClient(engine: engine).write(WriteBatch([create, other])).failures.isEmpty)

        // The other members stay, also those that the schema does not know.
        let changed = try await update(
            engine, "w1", set(.integer(4), "size", "width"), set(.string("x"), "size", "box", "label"))
        #expect(changed?["size"]?["width"]?.double == 4)
        #expect(changed?["size"]?["unit"] == .string("cm"))
        #expect(changed?["size"]?["more"] == .array([.integer(1)]))
        #expect(changed?["size"]?["box"] == .object([.init("label", .string("x"))]))
        // Without a value, the member goes.
        let cleared = try await update(
            engine, "w1", set(.null, "size", "unit"), set(.null, "size", "box", "label"))
        #expect(cleared?["size"]?["unit"] == nil && cleared?["size"]?["width"]?.double == 4)
        // An item without the object gets one, if that may lack its other members.
        #expect(try await update(engine, "w2", set(.null, "size", "unit"))?["size"]?["unit"] == nil)
        let refused = await #expect(throws: WriteError.self) {
            try await update(engine, "w2", set(.string("cm"), "size", "unit"))
        }
        #expect(refused?.reason == .invalid && refused?.fields.map(\.name) == ["size.width"])
        let both = try await update(
            engine, "w2", set(.string("cm"), "size", "unit"), set(.number(1.5), "size", "width"))
        #expect(both?["size"]?["unit"] == .string("cm") && both?["size"]?["width"] == .number(1.5))
        // The member can be queried at once.
        var request = SearchRequest(module: module)
        request.filter = .leaf(.init(.less, "size.width", value: .number(2), type: .number))
        #expect(try await ContentClient(engine: engine).count(request) == 1)

        for (modifier, name) in [
            (set(.string("x"), "size", "colour"), "size.colour"),
            (set(.string("x"), "parts", "title"), "parts.title"),
            (set(.string("x"), "size"), "size"), (set(.string("x"), "sizes", "width"), "sizes.width"),
            (set(.null, "size", "width"), "size.width"),
        ] {
            let error = await #expect(throws: WriteError.self, "\(name)") {
                _ = try await update(engine, "w1", modifier)
            }
            #expect(
                error?.reason == .invalid && error?.fields.map(\.name) == [name],
                "\(name): \(String(describing: error))")
        }
    }

    @Test("The in-memory engine keeps the other members")
    func memory() async throws { try await Self.check(InMemoryEngine()) }

    @Test("The store keeps the other members")
    func store() async throws { try await Self.check(try await Store(.memory, modules: [Self.module])) }
}
