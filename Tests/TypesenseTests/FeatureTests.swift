import Foundation
import Quire
import QuireCore
import QuireRemote
import Testing
import TransportDoubles

@testable import QuireTypesense

/// What the server's version changes in a request.
@Suite struct FeatureTests {
    @Test(
        "A version's features",
        arguments: [
            ("0.24.1", false, false), ("0.25.0", true, false), ("0.25.2", true, false), ("26.0", true, true),
            ("30.1", true, true), ("nightly", false, false), ("", false, false),
        ])
    func features(_ version: String, _ negatesNumbers: Bool, _ excludesIDs: Bool) {
        let features = TypesenseFeatures(ServerVersion(version))
        #expect(features.negatesNumbers == negatesNumbers && features.excludesIDs == excludesIDs)
    }

    private static let module = ModuleDescriptor(
        name: "books", fields: [FieldDescriptor(name: "rank", kind: .integer)])

    private func text(_ version: String, _ filter: Filter, isMetadata: Bool = false) throws -> String {
        let description = try JSONValue(
            parsing: Data(
                #"{"fields":[{"name":"rank","type":"int32","optional":true}]}"#.utf8))
        let layout = ExistingLayout(Self.module, "books", description: description)
        var request = SearchRequest(module: Self.module)
        if isMetadata { request.metaFilter = filter } else { request.filter = filter }
        request.meaning = .engine
        let plan = try CompiledSearch(
            request, CollectionLayout(Self.module, TypesenseSettings()), existing: layout,
            capabilities: TypesenseEngine.capabilities, settings: TypesenseSettings(),
            features: TypesenseFeatures(ServerVersion(version)))
        return plan.filter.text ?? ""
    }

    @Test("A number that may be missing is excluded from 0.25 on, an id from 26 on")
    func requests() throws {
        let rank = Filter.leaf(.init(.notEqual, "rank", value: .integer(3), type: .number))
        #expect(try text("0.25.0", rank) == "rank:!=3")
        #expect(throws: UnsupportedError.self) { try text("0.24.1", rank) }
        let id = Filter.leaf(.init(.notEqual, "id", value: .string("a"), type: .string))
        #expect(try text("26.0", id, isMetadata: true).contains("id:!=[`a`]"))
        #expect(throws: UnsupportedError.self) { try text("0.25.0", id, isMetadata: true) }
    }
}
