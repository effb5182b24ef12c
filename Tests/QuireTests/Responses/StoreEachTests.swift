import Quire
import QuireCore
import QuireRemote
import SampleModules
import Testing

@Suite struct StoreEachTests {
    @Test("Items with invalid ids are not sent, and an item without a result is no success")
    func results() async throws {
        let items = ["a", "", "b", "too long", "c"].map {
            JSONValue.object([.init("id", .string($0)), .init("values", .object([]))])
        }
        let results = try await storeEach(items, of: Books.descriptor, longestID: 4) { sent in
            #expect(sent.map(\.instanceID) == ["a", "b", "c"])
            return [
                nil,
                WriteError(.exists, WriteOperation(.create, Books.descriptor, id: "b"), message: "taken"),
            ]
        }
        #expect(results.map { $0?.reason } == [nil, .invalid, .exists, .invalid, .noResponse])
        let unlimited = try await storeEach(items, of: Books.descriptor) { $0.map { _ in nil } }
        #expect(unlimited.map { $0?.reason } == [nil, .invalid, nil, nil, nil])
    }
}
