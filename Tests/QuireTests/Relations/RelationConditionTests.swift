import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// Conditions on the items behind a relation, in memory.
@Suite struct RelationConditionTests {
    private func client() async -> ContentClient { ContentClient(engine: await InMemoryEngine.library()) }

    @Test("A condition on related items matches the items worked out by hand", arguments: Library.cases)
    func byHand(_ sample: Library.Case<Novels>) async throws {
        #expect(try await client().fetch(sample.query).map(\.id.rawValue) == sample.ids)
    }

    @Test("A reverse condition matches the items worked out by hand", arguments: Library.reverseCases)
    func reverse(_ sample: Library.Case<Writers>) async throws {
        #expect(try await client().fetch(sample.query).map(\.id.rawValue) == sample.ids)
    }

    @Test("A reverse condition follows a path of several relations", arguments: Library.houseCases)
    func reversePath(_ sample: Library.Case<Houses>) async throws {
        #expect(try await client().fetch(sample.query).map(\.id.rawValue) == sample.ids)
    }

    @Test("Random filters across relations match the same items as a plain evaluator")
    func randomTrees() async throws {
        var library = RandomLibrary(seed: 16, novels: 30, writers: 12)
        let engine = await InMemoryEngine.library(library)
        var differences = 0
        var crossing = 0
        for number in 0..<600 {
            let module = [Novels.descriptor, Writers.descriptor, Houses.descriptor][number % 3]
            let filter = library.filter(over: module)
            var request = SearchRequest(module: module)
            request.filter = filter
            request.page = .all
            let data = try await engine.searchData(request)
            let found = try JSONDecoder().decode([Found].self, from: data).map(\.id).sorted()
            if found != library.ids(of: module, matching: filter) { differences += 1 }
            if filter.crossesRelations { crossing += 1 }
        }
        #expect(differences == 0)
        #expect(crossing > 200)
    }

    private struct Found: Decodable { var id: String }

    @Test("The complement of any is none, and the inner filter stays as it is")
    func negation() {
        let any: Condition<Novels.Fields> = (\Novels.Fields.editors).any { $0.birthYear < 1900 }
        let none: Condition<Novels.Fields> = (\Novels.Fields.editors).none { $0.birthYear < 1900 }
        #expect((!any).filter == none.filter)
        #expect((!none).filter == any.filter)
    }

    @Test("A filter across relations reads like a sentence")
    func description() {
        let query = Novels.query().where(\.author.publisher.country != .japan).where(every: \.editors) {
            $0.name == "Ann"
            $0.birthYear < 1900
        }
        #expect(
            query.request.filter?.description
                == #"no author (any publisher (country = "japan")) and "#
                + #"no editors (name != "Ann" or (birthYear >= 1900 or birthYear = null))"#)
        let reverse = Writers.query().where(anyItem(of: Novels.self, by: \.author) { $0.pages > 3 })
        #expect(reverse.request.filter?.description == "any novels by author (pages > 3)")
    }

    @Test("A filter across relations survives JSON, apart from the fields of the other modules")
    func json() throws {
        let filters = [
            Novels.query().where(\.author.publisher.country != .japan).request.filter,
            Writers.query().where(noItem(of: Novels.self, by: \.author) { $0.pages > 3 }).request.filter,
        ].compactMap(\.self)
        for filter in filters {
            let read = try JSONDecoder().decode(Filter.self, from: Data(filter.json))
            #expect(read.description == filter.description)
            #expect(try JSONDecoder().decode(Filter.self, from: JSONEncoder().encode(filter)) == read)
        }
        #expect(
            String(decoding: filters[1].json, as: UTF8.self)
                == #"{"condition":"none","relation":"author","module":"novels","isReverse":true,"operands":"#
                + #"[{"operation":">","property":"pages","value":3,"type":"number"}]}"#)
    }

    @Test("A condition across a relation adds one level to the depth")
    func depth() {
        var filter = Filter.leaf(.init(.equal, "name", value: .string("x"), type: .string))
        for _ in 1..<Filter.maximumDepth {
            filter = .any(RelationStep("mentor", to: Writers.descriptor), filter)
        }
        #expect(!filter.isDeeper(than: Filter.maximumDepth))
        filter = .none(RelationStep("mentor", to: Writers.descriptor), filter)
        #expect(filter.isDeeper(than: Filter.maximumDepth))
    }

    @Test("An engine that cannot test related items rejects a request for them")
    func unsupported() throws {
        var capabilities = InMemoryEngine().capabilities
        capabilities.conditionsAcrossRelations = false
        let request = Novels.query().where(\.author.name == "Ann").request
        #expect(
            throws: UnsupportedError(
                engine: "memory", node: "a condition on author",
                hint: "run the query with ContentClient, which looks up the ids of the related items first")
        ) { try request.check(for: capabilities) }
    }

    @Test("A step over a field that is no relation, or that leads elsewhere, is an error")
    func wrongSteps() async throws {
        let steps = [
            RelationStep("pages", to: Writers.descriptor), RelationStep("writer", to: Writers.descriptor),
            RelationStep("author", to: Houses.descriptor), RelationStep(from: Writers.descriptor, by: "name"),
        ]
        for step in steps {
            var request = SearchRequest(module: Novels.descriptor)
            request.filter = .any(step, .and([]))
            await #expect(throws: QueryError.self) { try await InMemoryEngine().searchData(request) }
        }
    }

    @Test("A related field may have the name of a member of Swift's or Quire's types")
    func names() {
        let path: KeyPath<Novels.Fields, Field<Novels.Fields, [String], BehindOne<Sortable<ListOperators>>>> =
            \.author.fields
        #expect(path.fieldPath.joinedName == "author.fields")
        #expect(
            Novels.query().include(\.author.publisher).request.include == [
                IncludePath(["author", "publisher"])
            ])
    }
}
