#if SQLite
import Quire
import QuireStore
import SampleModules
import Testing

extension Store {
    /// A store with the novels, writers and houses of the documentation, or with others.
    static func library(
        _ novels: [Content<Novels>] = Library.novels, _ writers: [Content<Writers>] = Library.writers,
        _ houses: [Content<Houses>] = Library.houses, at location: Store.Location = .memory
    ) async throws -> Store {
        let store = try await Store(
            location, modules: [Novels.descriptor, Writers.descriptor, Houses.descriptor])
        var batch = WriteBatch()
        for item in novels { batch.create(item) }
        for item in writers { batch.create(item) }
        for item in houses { batch.create(item) }
        let results = try await store.write(batch)
        #expect(results.count == novels.count + writers.count + houses.count)
        return store
    }

    static func library(_ random: RandomLibrary) async throws -> Store {
        try await library(random.novels, random.writers, random.houses)
    }
}
#endif
