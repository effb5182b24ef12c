import Quire
import QuireConformance
import SampleModules
import Seeds
import Testing

/// Conditions across relations inside objects mean the same on every engine that queries members of objects.
@Suite struct RelatedMemberConformanceTests {
    private static let trees = 1_200

    @Test("Random filters across relations in objects match a plain evaluator", arguments: Engines.all)
    func randomTrees(_ subject: any EngineUnderTest) async throws {
        var plays = RandomPlays(seed: Seed.current)
        let trees = subject.name == "store" || subject.name == "memory" ? Self.trees : 200
        let documents = [
            ConformanceDocuments(Houses.descriptor, plays.library.houses),
            ConformanceDocuments(Writers.descriptor, plays.library.writers),
            ConformanceDocuments(Novels.descriptor, plays.library.novels),
            ConformanceDocuments(Plays.descriptor, plays.plays),
        ]
        let (differences, refused) = try await subject.withEngine(holding: documents) { engine in
            let content = ContentClient(engine: engine)
            var differences: [String] = []
            var refused = 0
            for number in 0..<trees {
                let module = [Plays.descriptor, Plays.descriptor, Writers.descriptor, Houses.descriptor][
                    number % 4]
                let filter = plays.filter(over: module)
                do {
                    let found = try await Self.ids(content, module, filter).sorted()
                    let expected = plays.ids(of: module, matching: filter)
                    if found != expected {
                        differences.append("\(module.name): \(filter)\nfound \(found)\nexpected \(expected)")
                    }
                } catch is UnsupportedError {
                    refused += 1
                }
            }
            if engine.capabilities.conditionsAcrossRelations, engine.capabilities.queriesElements {
                #expect(refused == 0)
            }
            return (differences, refused)
        }
        print(
            "relations in objects: \(subject.testDescription): \(trees) filters, \(refused) refused, "
                + "\(differences.count) differences")
        #expect(
            differences.isEmpty, "seed \(Seed.current):\n\(differences.prefix(3).joined(separator: "\n"))")
    }

    @Test("Conditions across relations in objects match the items worked out by hand", arguments: Engines.all)
    func byHand(_ subject: any EngineUnderTest) async throws {
        let documents = [
            ConformanceDocuments(Houses.descriptor, Library.houses),
            ConformanceDocuments(Writers.descriptor, Library.writers),
            ConformanceDocuments(Plays.descriptor, Library.plays),
        ]
        try await subject.withEngine(holding: documents) { engine in
            for sample in Library.playCases { await Self.check(sample, engine) }
            if engine.capabilities.conditionsAcrossRelations, engine.capabilities.queriesElements {
                for sample in Library.creditCases { await Self.check(sample, engine) }
            }
            for sample in Library.playReverseCases { await Self.check(sample, engine) }
            for sample in Library.playHouseCases { await Self.check(sample, engine) }
        }
    }

    private static func check<Module>(_ sample: Library.Case<Module>, _ engine: any ContentEngine) async {
        do {
            let ids = try await ContentClient(engine: engine).ids(sample.query).map(\.rawValue).sorted()
            #expect(ids == sample.ids, "\(engine.capabilities.name): \(sample)")
        } catch let error as UnsupportedError {
            #expect(!engine.capabilities.queriesMembers, "\(engine.capabilities.name): \(error)")
        } catch {
            Issue.record("\(engine.capabilities.name): \(sample): \(error)")
        }
    }

    private static func ids(
        _ content: ContentClient, _ module: ModuleDescriptor, _ filter: Filter
    ) async throws -> [String] {
        switch module.name {
        case "plays": try await content.ids(Plays.query().where(Condition(filter))).map(\.rawValue)
        case "writers": try await content.ids(Writers.query().where(Condition(filter))).map(\.rawValue)
        default: try await content.ids(Houses.query().where(Condition(filter))).map(\.rawValue)
        }
    }
}
