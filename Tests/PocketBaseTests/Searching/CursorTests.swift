import Foundation
import Quire
import QuireCore
import QuireEngine
import QuireHTTP
import QuirePocketBase
import QuireTesting
import Testing

/// What a cursor belongs to.
@Suite struct CursorTests {
    private static let pocketBase = PocketBaseEngine(
        baseURL: URL(filePath: "/"),
        transport: ClosureTransport { _ in
            let items = #"{"id":"a","title":"x","number":1},{"id":"b","title":"y","number":2}"#
            return HTTPResponse(
                status: 200,
                body: Data(#"{"items":[\#(items)],"page":1,"perPage":2,"totalItems":4}"#.utf8))
        })

    private static func request(_ change: (inout SearchRequest) -> Void) -> SearchRequest {
        var request = Notes.query().where(\.number > 0).request
        request.page = .cursor(nil, limit: 2)
        change(&request)
        return request
    }

    private static func isInvalid(_ request: SearchRequest, on engine: some ContentEngine) throws -> Bool {
        do {
            try engine.validate(request)
            return false
        } catch let error as QueryError {
            return error.reason == .invalidCursor
        }
    }

    @Test("A cursor of another filter is refused before anything is sent, and one of the same query is not")
    func otherFilter() async throws {
        let memory = InMemoryEngine()
        for number in 1...4 {
            await memory.add(
                [.of(["id": .string("n\(number)"), "values": .of(["number": .count(number)])])],
                to: Notes.descriptor)
        }
        func check(_ engine: some ContentEngine) async throws {
            let decoder = ItemDecoder.ids(of: Notes.descriptor)
            let first = try await engine.search([Self.request { _ in }], decoding: decoder)[0]
            let page = PageRequest.cursor(first.nextCursor, limit: 2)
            #expect(try !Self.isInvalid(Self.request { $0.page = page }, on: engine))
            let others: [(inout SearchRequest) -> Void] = [
                { $0.filter = Notes.query().where(\.number > 1).request.filter }, { $0.filter = nil },
                { $0.ids = ["a", "b"] }, { $0.metaFilter = $0.filter.map { _ in .or([]) } },
            ]
            for change in others {
                let other = Self.request { request in
                    change(&request)
                    request.page = page
                }
                #expect(try Self.isInvalid(other, on: engine), "\(other)")
            }
        }
        try await check(Self.pocketBase)
        try await check(memory)
    }

    @Test("A query whose related ids have changed between two pages keeps its cursor")
    func lookedUpIDs() async throws {
        var request = Self.request { $0.cursorConditions = "the query" }
        let decoder = ItemDecoder.ids(of: Notes.descriptor)
        let cursor = try await Self.pocketBase.search([request], decoding: decoder)[0].nextCursor
        request.filter = Notes.query().where(\.number > 1).request.filter
        request.page = .cursor(cursor, limit: 2)
        #expect(try !Self.isInvalid(request, on: Self.pocketBase))
    }
}
