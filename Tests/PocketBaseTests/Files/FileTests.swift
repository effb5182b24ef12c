import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireRemote
import Testing
import TransportDoubles

/// Uploads and downloads of files on the real server.
@Suite(.serialized) struct FileTests {
    /// Collections with a file and a list of files, of which the first is protected.
    private static func engine(_ server: WritingServer) async throws -> PocketBaseEngine {
        let everybody = JSONValue.string("")
        func file(_ name: String, _ count: Int, isProtected: Bool) -> JSONValue {
            server.field(name, "file").setting("maxSelect", .count(count))
                .setting("protected", .boolean(isProtected)).setting("maxSize", .integer(8_000_000))
                .setting("thumbs", .texts(["10x10"]))
        }
        try await server.call(
            .post, ["collections"],
            .of([
                "name": .string(Pictures.descriptor.name), "type": .string("base"), "listRule": everybody,
                "viewRule": .string("@request.auth.id != ''"), "createRule": everybody,
                "updateRule": everybody, "deleteRule": everybody,
                "fields": .array([
                    server.field("title", "text"), file("cover", 1, isProtected: true),
                    file("pages", 5, isProtected: false),
                ]),
            ]))
        return server.engine(as: server.superuser)
    }

    private static func remove(_ server: WritingServer) async throws {
        try await server.call(.delete, ["collections", Pictures.descriptor.name], nil)
    }

    private static func download(_ url: URL?) async throws -> HTTPResponse {
        try await NetworkTransport().send(
            HTTPRequest(.get, #require(url)), deadline: .after(.seconds(900)))
    }

    /// A picture of one pixel.
    private static let pixel =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        ) ?? Data()

    @Test("Files are uploaded, read back, added, and removed; protected ones need a token")
    func lifeCycle() async throws {
        let server = try await WritingServer.make(batches: false)
        let engine = try await Self.engine(server)
        let content = ContentClient(engine: engine)
        var draft = Pictures.Draft()
        draft.title = .set("A")
        let created = try await content.create(draft)

        // A large file from disk, with hostile names.
        let source = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID().uuidString)")
        let large = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try large.write(to: source)
        defer { try? FileManager.default.removeItem(at: source) }
        let progress = Locked()
        let withCover = try await engine.upload(
            [.file(source, name: "../ü \"x\"\r\nX: y.bin")], to: \.cover, of: created.id
        ) { sent, total in progress.note(sent, total) }
        let cover = try #require(withCover.cover)
        #expect(withCover.title == "A")
        #expect(progress.last > 3_000_000 && progress.isOrdered)
        #expect(try await Self.download(cover.url).status == 404)
        let token = try await engine.fileToken()
        let response = try await Self.download(engine.address(of: cover, token: token))
        #expect(response.status == 200 && response.body == large)

        let pages = try await engine.upload(
            [.data(Self.pixel, name: "1.png", type: "image/png"), .data(Data("two".utf8), name: "2.txt")],
            to: \.pages, of: created.id
        ).pages
        #expect(pages.count == 2)
        #expect(try await Self.download(pages[1].url).body == Data("two".utf8))
        let thumbnail = try await Self.download(engine.address(of: pages[0], thumbnail: "10x10"))
        #expect(thumbnail.status == 200 && thumbnail.body != Self.pixel)
        let more = try await engine.upload(
            [.data(Data("three".utf8), name: "3.txt")], to: \.pages, of: created.id, keepsOthers: true
        ).pages
        #expect(more.count == 3 && Array(more.prefix(2)) == pages)

        // Removing is an update.
        var fewer = Pictures.Draft()
        fewer.pages = .set([more[2]])
        fewer.cover = .clear
        let left = try await content.update(created.id, with: fewer)
        #expect(left.pages == [more[2]] && left.cover == nil)
        #expect(try await Self.download(pages[1].url).status == 404)
        try await Self.remove(server)
    }

    @Test("What cannot be uploaded is refused with the reason")
    func refused() async throws {
        let server = try await WritingServer.make(batches: false)
        let engine = try await Self.engine(server)
        let id = try await ContentClient(engine: engine).create(Pictures.Draft()).id
        func failure<P: FieldReference>(
            _ files: [PocketBaseFile], _ field: KeyPath<Pictures.Fields, P>, of id: ContentID<Pictures>
        ) async -> WriteError? where P.Value: FileValue {
            do {
                try await engine.upload(files, to: field, of: id)
                return nil
            } catch {
                return error as? WriteError
            }
        }
        let file = PocketBaseFile.data(Data("x".utf8), name: "x")
        let missing = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID().uuidString)")
        #expect(await failure([.file(missing)], \.cover, of: id)?.reason == .invalid)
        #expect(await failure([file, file], \.cover, of: id)?.reason == .invalid)
        #expect(await failure([file], \.source, of: id)?.reason == .invalid)
        #expect(!server.log.requests.contains { $0.upload != nil })
        let tooLarge = PocketBaseFile.data(Data(count: 8_000_001), name: "large")
        let large = await failure([tooLarge], \.cover, of: id)
        #expect(large?.reason == .invalid && large?.fields.map(\.name) == ["cover"])
        #expect(await failure([file], \.cover, of: "missing00000001")?.reason == .notFound)
        #expect(engine.address(of: "https://elsewhere.example/api/files/a/b/c") == nil)
        try await Self.remove(server)
    }
}

/// The reported progress.
private final class Locked: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [Int64] = []
    func note(_ sent: Int64, _ total: Int64) { lock.withLock { numbers.append(sent) } }
    var last: Int64 { lock.withLock { numbers.last ?? 0 } }
    var isOrdered: Bool { lock.withLock { numbers == numbers.sorted() } }
}

/// Items with files. Handwritten in the form of generated code.
enum Pictures: ContentModule {
    static let descriptor = ModuleDescriptor(
        name: "pictures",
        fields: [
            FieldDescriptor(name: "title", kind: .text), FieldDescriptor(name: "cover", kind: .image),
            FieldDescriptor(name: "pages", kind: .list(.document)),
            FieldDescriptor(name: "source", kind: .url),
        ])

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Pictures.descriptor.fields }
        var title: Field<Self, String?, TextOperators> { .init("title") }
        var cover: Field<Self, ContentURL?, TextOperators> { .init("cover") }
        var pages: Field<Self, [ContentURL], ListOperators> { .init("pages") }
        var source: Field<Self, ContentURL?, TextOperators> { .init("source") }
    }

    struct Values: ContentValues {
        var title: String?
        var cover: ContentURL?
        var pages: [ContentURL]
        var source: ContentURL?

        static var table: FieldTable { Pictures.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
            cover = try reader.value(1)
            pages = try reader.value(2)
            source = try reader.value(3)
        }

        func write(to writer: inout ValuesWriter) {
            writer.value(0, title)
            writer.value(1, cover)
            writer.value(2, pages)
            writer.value(3, source)
        }
    }

    typealias Draft = ContentDraft<Pictures>
}
