#if SQLite
import Foundation
import Quire
import QuireTesting
import Seeds
import Testing
import TransportDoubles

@testable import QuireStore

@Suite("Plans that are used again")
struct PlanCacheTests {
    @Test("Searches of one shape have the SQL, the values and the items of searches that are planned alone")
    func agreement() async throws {
        var random = SeededGenerator(seed: Seed.current)
        let store = try await Store(.memory, modules: Shop.modules)
        let memory = InMemoryEngine()
        for (module, lines) in [
            (Books.descriptor, ShapedSearch.books(&random)), (Authors.descriptor, ShapedSearch.authors),
        ] {
            #expect(try await store.load(module, lines).inserted == lines.count)
            await memory.add(try lines.map { try JSONValue(parsing: Data($0.utf8)) }, to: module)
        }
        var (reused, refused, differences) = (0, 0, [String]())
        for shape in 0..<140 {
            for number in 0..<16 {
                var structure = SeededGenerator(seed: Seed.current &+ UInt64(shape))
                var search = ShapedSearch(&structure, &random)
                if search.isAfterCursor {
                    search.request.page = .cursor(nil, limit: Int.random(in: 1...9, using: &random))
                    let cursor = (try? await store.search([search.request], decoding: search.decoder))?[0]
                        .nextCursor
                    search.request.page = .cursor(cursor, limit: Int.random(in: 1...9, using: &random))
                }
                let request = search.request
                let alone = Result { try store.plan(request) }
                let planned = Result { try store.plan(request, for: search.decoder) }
                switch (alone, planned) {
                case (.failure(let alone), .failure(let planned)):
                    refused += 1
                    if "\(alone)" != "\(planned)" { differences.append("\(alone) beside \(planned)") }
                case (.success(let alone), .success(let planned)):
                    if planned.prepared != nil { reused += 1 }
                    for difference in try search.differences(alone, planned, store) {
                        differences.append("\(shape).\(number) \(difference): \(request)")
                    }
                    let fresh = try await store.readers.withConnection { connection in
                        try store.response(to: alone, search.decoder, on: connection)
                    }
                    let found = try await store.search([request], decoding: search.decoder)[0]
                    if found.items != fresh.items || found.pageInfo != fresh.pageInfo
                        || found.nextCursor != fresh.nextCursor
                    {
                        differences.append("\(shape).\(number) items: \(request)")
                    }
                    guard case .all = request.page else { continue }
                    let expected = try await memory.search([request], decoding: search.decoder)[0].items
                    if found.items.sorted() != expected.sorted() {
                        differences.append("\(shape).\(number) beside memory: \(request)")
                    }
                default: differences.append("\(shape).\(number) only one throws: \(request)")
                }
            }
        }
        #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(3))")
        #expect(reused > 1_000, "\(reused)")
        #expect(refused > 20, "\(refused)")
        #expect(store.plans.count > 50)
    }

    @Test("Values that need other SQL are never put into the statement of another value")
    func forms() async throws {
        let store = try await Store(.memory, modules: Shop.modules)
        let decoder = Store.idDecoder(Books.descriptor)
        func sql(_ filter: Filter) throws -> (isReused: Bool, text: String, values: [SQLValue]) {
            var request = SearchRequest(module: Books.descriptor)
            request.filter = filter
            request.page = .offset(0, limit: 5)
            let plan = try store.plan(request, for: decoder)
            return (plan.prepared != nil, plan.count.text, plan.count.values)
        }
        func number(_ value: Double) -> Filter { leaf(.less, "age", .number(value)) }
        #expect(try sql(number(3)).isReused == false)
        let whole = try sql(number(4))
        #expect(whole.isReused && whole.text.contains(#""v_age" < ?"#) && whole.values == [.integer(4)])
        let large = try sql(number(1e300))
        #expect(!large.isReused && large.text.contains(#""v_age" IS NOT NULL"#) && large.values.isEmpty)
        let fraction = try sql(number(4.5))
        #expect(!fraction.isReused && fraction.text.contains("<= ?") && fraction.values == [.integer(4)])
        #expect(try sql(number(5)).isReused == false)
        #expect(try sql(number(6)).values == [.integer(6)])
        func prefix(_ text: String) -> Filter { leaf(.hasPrefix, "title", .string(text)) }
        #expect(try sql(prefix("a")).isReused == false)
        #expect(try sql(prefix("b")).values == [.text("b"), .text("c")])
        #expect(try sql(prefix("")).isReused == false)
        let last = try sql(prefix("\u{10FFFF}"))
        #expect(!last.isReused && last.values == [.text("\u{10FFFF}")])
        func list(_ texts: String...) -> Filter { leaf(.in, "title", .list(texts.map(FilterValue.string))) }
        #expect(try sql(list("a", "b")).isReused == false)
        #expect(try sql(list("c", "d", "e")).isReused)
        #expect(try sql(list("c", "d\0")).text.contains("quire_text"))
        #expect(try sql(list("c")).isReused == false)
        #expect(try sql(list()).isReused == false)
    }

    @Test("A deep filter is refused")
    func depth() async throws {
        let module = ModuleDescriptor(
            name: "rows", fields: [FieldDescriptor(name: "caf\u{E9}", kind: .text)])
        let store = try await Store(.memory, modules: [module])
        var request = SearchRequest(module: module)
        let decoder = Store.idDecoder(module)
        var deep = leaf(.equal, "caf\u{E9}", .string("a"))
        for _ in 0..<1_000 { deep = .and([deep]) }
        request.filter = deep
        #expect(throws: QueryError.self) { try store.plan(request, for: decoder) }
    }

    @Test("The Base64 form of cursors is Foundation's, and a cursor's position is read back exactly")
    func cursors() throws {
        var random = SeededGenerator(seed: Seed.current)
        for count in 0..<80 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
        }
        var request = SearchRequest(module: Books.descriptor)
        request.sort = [
            SortKey(.value("title")), SortKey(.value("age"), .descending), SortKey(.value("rating")),
            SortKey(.metadata("updatedAt")),
        ]
        let keyset = Keyset(
            values: [.text("a\0\"é\u{10FFFF}"), .integer(.min), .real(-0.0), .null], item: .max)
        let cursor = CursorToken.cursor(keyset, offset: 77, request)
        let (place, offset) = try CursorToken.place(cursor, request)
        #expect(
            place.item == .max && offset == 77
                && place.values.map(\.description) == keyset.values.map(\.description))
        guard case .real(let zero) = place.values[2] else { throw CancellationError() }
        #expect(zero.sign == .minus)
        let text = String(decoding: Data(base64Encoded: cursor.token) ?? Data(), as: UTF8.self)
        for wrong in [
            text.dropLast() + "", text + " 1", text.replacing(",77,", with: ",-77,"),
            text.replacing(",[]", with: ""),
            text.replacing(",[]", with: ",[],[]"), text.replacing("\"integer\"", with: "\"whole\""), "", "{}",
            "[]",
        ] {
            let token = Data(wrong.utf8).base64EncodedString()
            #expect(throws: QueryError.self, "\(wrong)") {
                try CursorToken.place(Cursor(token: token), request)
            }
        }
        request.sort.removeLast()
        #expect(throws: QueryError.self) { try CursorToken.place(cursor, request) }
    }

    @Test("The number of kept plans is limited")
    func limit() async throws {
        let store = try await Store(.memory, modules: Shop.modules)
        let decoder = Store.idDecoder(Books.descriptor)
        var request = SearchRequest(module: Books.descriptor)
        for number in 1...(store.plans.limit + 20) {
            request.filter = .or(
                (0..<10).map { bit in
                    leaf(number >> bit & 1 == 0 ? .equal : .notEqual, "age", .integer(1))
                })
            _ = try store.plan(request, for: decoder)
        }
        #expect((1...store.plans.limit).contains(store.plans.count))
    }
}
#endif
