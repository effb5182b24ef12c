import QuireGenerator
import QuireSchema

extension SchemaComparison {
    /// Compares a module's own properties, then its fields.
    mutating func compare(
        _ before: Module, oldInterface: SwiftInterface.Module, with after: Module,
        newInterface: SwiftInterface.Module
    ) {
        let path = shown(after.name)
        var change = Change(
            kind: .swiftNameChanged, paths: [path], message: "", old: before.nameLocation,
            new: after.nameLocation)
        if WireName(before.name) != WireName(after.name) {
            addRename(before, named: oldInterface.name, to: after, named: newInterface.name)
        } else if oldInterface.name != newInterface.name {
            change.message = "the Swift name changed from \(oldInterface.name) to \(newInterface.name)"
            let lost = new.lostType(oldInterface.name)
            change.source = lost.impact
            change.remedy = lost.remedy
            add(change)
        }
        if oldInterface.item != newInterface.item {
            change.kind = .itemNameChanged
            change.message =
                "the item name changed from \(oldInterface.item ?? "none") to \(newInterface.item ?? "none")"
            change.source =
                oldInterface.item.map { new.lostType($0).impact } ?? .none
            change.remedy = oldInterface.item.map { "Keep \"item\": \"\($0)\"." }
            add(change)
        }
        compareBehavior(before, with: after, at: path)
        compareDocumentation(
            (before.description, before.deprecated, before.nameLocation),
            (after.description, after.deprecated, after.nameLocation), path: path)
        compareFields(
            FieldList(before.fields, oldInterface.record, at: before.nameLocation),
            FieldList(after.fields, newInterface.record, at: after.nameLocation), path: path, isNested: false)
    }

    private mutating func compareBehavior(_ before: Module, with after: Module, at path: String) {
        let plain = Change(
            kind: .moduleIDChanged, paths: [path], message: "", old: before.nameLocation,
            new: after.nameLocation)
        if before.id != after.id {
            var change = plain
            change.message =
                "the id changed from \(before.id.map(quoted) ?? "none") to \(after.id.map(quoted) ?? "none")"
            change.wire = .risky("requests by id reach another module of the server")
            add(change)
        }
        if before.single != after.single {
            var change = plain
            change.kind = .singleChanged
            change.message = after.single ? "limited to one item" : "no longer limited to one item"
            change.wire = .risky(
                after.single
                    ? "servers may have more than one item" : "apps with the old schema expect one item")
            add(change)
        }
        if before.ranking != after.ranking {
            var change = plain
            change.kind = .rankingChanged
            change.message =
                "ranking changed from \(before.ranking.map { quoted($0.popularity) } ?? "none") "
                + "to \(after.ranking.map { quoted($0.popularity) } ?? "none")"
            change.index = .rebuild
            change.remedy = .rebuild
            add(change)
        }
        if before.synonyms != after.synonyms {
            var change = plain
            change.kind = .synonymsChanged
            change.message = "synonyms changed"
            add(change)
        }
        if before.embedding != after.embedding {
            var change = plain
            change.kind = .embeddingChanged
            change.message =
                switch (before.embedding, after.embedding) {
                case (nil, let after?): "embedding by \(quoted(after.model)) added"
                case (let before?, nil): "embedding by \(quoted(before.model)) removed"
                default: "embedding changed; stores compute the vectors again"
                }
            add(change)
        }
    }
}

extension Impact {
    /// The collections of the module have other fields.
    static let rebuild = Impact.risky(
        "collections must be rebuilt; searches for the new schema fail until then")
}

extension String {
    static let rebuild =
        "Rebuild the collections before you release the app: `prepare` swaps them without a gap."
}
