import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuirePocketBase
import SampleModules
import Testing

/// A test of equality has one operand, a test of `in` has a list: their conditions are written in two ways.
@Suite struct OneOperandTests {
    /// The call of a filter, or the error.
    private static func call(_ leaf: Filter.Leaf, _ engine: PocketBaseEngine) -> String {
        var request = SearchRequest(module: Books.descriptor)
        request.filter = .leaf(leaf)
        do {
            return try engine.explain(request)
        } catch {
            return "\(type(of: error))"
        }
    }

    @Test(
        "Equality has the form of a list with one value, and its complement too",
        arguments: [PocketBaseSettings.Collections.managed, .existing])
    func same(_ collections: PocketBaseSettings.Collections) throws {
        let url = try #require(URL(string: "http://127.0.0.1:8090"))
        let engine = PocketBaseEngine(
            baseURL: url, settings: PocketBaseSettings(collections: collections),
            transport: ClosureTransport { _ in HTTPResponse(status: 500) })
        var forms: Set<String> = []
        for case .leaf(let leaf) in RandomFilters().leaves where leaf.value != .null {
            guard leaf.operation == .equal || leaf.operation == .notEqual else { continue }
            var list = leaf
            list.operation = leaf.operation == .equal ? .in : .notIn
            list.value = .list([leaf.value])
            let form = Self.call(leaf, engine)
            #expect(form == Self.call(list, engine), "\(leaf)")
            forms.insert(form)
        }
        #expect(forms.count > 20)
    }
}
