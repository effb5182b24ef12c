import Foundation
import Quire
import QuireConformance
import SampleModules
import Seeds
import Testing

/// Conditions across relations mean the same on every engine. Engines that cannot test related items get their ids.
@Suite struct RelationConformanceTests {
    private static let trees = 450

    @Test("Random filters across relations match the items of a plain evaluator", arguments: Engines.all)
    func randomTrees(_ subject: any EngineUnderTest) async throws {
        var library = RandomLibrary(seed: Seed.current, novels: 40, writers: 15)
        let result = try await subject.withEngine(holding: library.documents) { engine in
            let content = ContentClient(engine: engine)
            var differences: [String] = []
            var refused = 0
            for number in 0..<Self.trees {
                let module = [Novels.descriptor, Writers.descriptor, Houses.descriptor][number % 3]
                let filter = library.filter(over: module)
                do {
                    let found = try await Self.ids(content, module, filter).sorted()
                    let expected = library.ids(of: module, matching: filter)
                    if found != expected {
                        differences.append("\(module.name): \(filter)\nfound \(found)\nexpected \(expected)")
                    }
                } catch let error as UnsupportedError {
                    refused += 1
                    #expect(subject.name == "HALO", "\(error)")
                }
            }
            return (differences, refused)
        }
        print(
            "relations: \(subject.testDescription): \(Self.trees) filters, \(result.1) refused, "
                + "\(result.0.count) differences")
        #expect(result.0.isEmpty, "seed \(Seed.current):\n\(result.0.prefix(3).joined(separator: "\n"))")
    }

    @Test("The conditions of the documentation match the items worked out by hand", arguments: Engines.all)
    func byHand(_ subject: any EngineUnderTest) async throws {
        let documents = [
            ConformanceDocuments(Houses.descriptor, Library.houses),
            ConformanceDocuments(Writers.descriptor, Library.writers),
            ConformanceDocuments(Novels.descriptor, Library.novels),
        ]
        try await subject.withEngine(holding: documents) { engine in
            let content = ContentClient(engine: engine)
            for sample in Library.cases {
                let ids = try await content.ids(sample.query).map(\.rawValue).sorted()
                #expect(ids == sample.ids, "\(subject.name): \(sample)")
            }
            for sample in Library.reverseCases {
                let ids = try await content.ids(sample.query).map(\.rawValue).sorted()
                #expect(ids == sample.ids, "\(subject.name): \(sample)")
            }
            for sample in Library.houseCases {
                let ids = try await content.ids(sample.query).map(\.rawValue).sorted()
                #expect(ids == sample.ids, "\(subject.name): \(sample)")
            }
        }
    }

    @Test(
        "A thousand related ids, the default limit, are accepted, or refused if filters hold fewer",
        arguments: Engines.all)
    func manyIDs(_ subject: any EngineUnderTest) async throws {
        let writers = (0..<1_000).map { number in
            Content<Writers>(
                id: ContentID("writer-\(number)-of-a-large-library"),
                values: .init(name: "Ann", birthYear: number))
        }
        let novels = writers.prefix(20).map { writer in
            Content<Novels>(
                id: ContentID("novel-\(writer.birthYear ?? 0)"), values: .init(author: Relation(writer.id)))
        }
        let documents = [
            ConformanceDocuments(Houses.descriptor, Library.houses),
            ConformanceDocuments(Writers.descriptor, writers),
            ConformanceDocuments(Novels.descriptor, novels + [Content(id: "novel-x", values: .init())]),
        ]
        try await subject.withEngine(holding: documents) { engine in
            let content = ContentClient(engine: engine)
            let byAnn = Novels.query().where(\.author.name == "Ann")
            let byOthers = Novels.query().where(\.author.name != "Ann")
            if subject.name == "PocketBase" {
                // A filter takes 200 comparisons there.
                for query in [byAnn, byOthers] {
                    await #expect(throws: UnsupportedError.self) { try await content.ids(query) }
                }
            } else {
                #expect(try await content.ids(byAnn).count == 20)
                #expect(try await content.ids(byOthers) == ["novel-x"])
            }
            let reverse = Writers.query().where(
                anyItem(of: Novels.self, by: \.author) { $0.author.isNotNull })
            let withNovels = try await content.ids(reverse)
            #expect(withNovels.count == 20)
        }
    }

    private static func ids(
        _ content: ContentClient, _ module: ModuleDescriptor, _ filter: Filter
    ) async throws -> [String] {
        switch module.name {
        case "novels": try await content.ids(Novels.query().where(Condition(filter))).map(\.rawValue)
        case "writers": try await content.ids(Writers.query().where(Condition(filter))).map(\.rawValue)
        default: try await content.ids(Houses.query().where(Condition(filter))).map(\.rawValue)
        }
    }
}

extension RandomLibrary {
    fileprivate var documents: [ConformanceDocuments] {
        [
            ConformanceDocuments(Houses.descriptor, houses),
            ConformanceDocuments(Writers.descriptor, writers),
            ConformanceDocuments(Novels.descriptor, novels),
        ]
    }
}

extension ConformanceDocuments {
    init<Module>(_ module: ModuleDescriptor, _ items: [Content<Module>]) {
        self.init(
            module: module,
            lines: items.map { item in
                var json = JSONWriter()
                item.write(to: &json)
                return String(decoding: json.bytes, as: UTF8.self)
            })
    }
}
