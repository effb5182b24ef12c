import QuireSchema
import Testing

@testable import QuireCore
@testable import QuireOpenSearch
@testable import QuireTypesense

/// Decides by the definitions of collections whether they must be rebuilt.
struct IndexJudge {
    /// The engines whose collections differ.
    func rebuilds(_ pair: SchemaPair, _ module: String) throws -> [String] {
        let old = try #require(pair.old.descriptors.first { $0.name == module })
        let new = try #require(pair.new.descriptors.first { $0.name == module })
        var engines: [String] = []
        let typesense = TypesenseSettings()
        if CollectionLayout(old, typesense).name != CollectionLayout(new, typesense).name {
            engines.append("Typesense")
        }
        let openSearch = OpenSearchSettings()
        if try IndexNames(old, openSearch).base != IndexNames(new, openSearch).base {
            engines.append("OpenSearch")
        }
        return engines
    }
}
