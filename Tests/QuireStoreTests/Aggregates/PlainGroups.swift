#if SQLite
import Foundation
import Quire
import SampleModules

/// Groups of novels by fields of their authors, as a plain computation that shares no code with the engines.
struct PlainGroups {
    let grouping: AggregateGrouping
    let steps: [RelationStep]
    /// The keys of a novel's author and of the author's publisher.
    let keys: @Sendable (Content<Writers>?, Content<Houses>?) -> [PlainAggregates.Value]

    private static let author = RelationStep("author", to: Writers.descriptor)
    private static let publisher = RelationStep("publisher", to: Houses.descriptor)

    private static func writers(
        _ grouping: AggregateGrouping, _ keys: @escaping @Sendable (Writers.Values) -> [PlainAggregates.Value]
    ) -> PlainGroups {
        PlainGroups(grouping: grouping, steps: [author]) { writer, _ in writer.map { keys($0.values) } ?? [] }
    }

    private static func text(_ text: String) -> PlainAggregates.Value { .text(Array(text.utf8)) }

    static let all: [PlainGroups] = [
        writers(.values(.value("name"))) { [text($0.name)] },
        writers(.values(.value("birthYear"))) { $0.birthYear.map { [.number(Double($0))] } ?? [] },
        writers(.values(.value("publisher"))) { $0.publisher.map { [text($0.id.rawValue)] } ?? [] },
        writers(.values(.value("fields"))) { $0.fields.map(text) },
        writers(.values(.value("biography"))) { $0.biography.map { [text($0)] } ?? [] },
        writers(.values(.value("diedOn"))) { $0.diedOn.map { [day($0)] } ?? [] },
        writers(.values(.value("isLiving"))) { $0.isLiving.map { [.number($0 ? 1 : 0)] } ?? [] },
        writers(.values(.value("rating"))) { $0.rating.map { [.number($0)] } ?? [] },
        writers(.periods(.value("diedOn"), .week, nil)) { writer in
            // The days count from 1970-01-01, a Thursday.
            writer.diedOn.map { date in
                let days = Int(date.timeIntervalSince1970) / 86_400
                return [.number(Double((days + 3) / 7 * 7 - 3) * 86_400_000)]
            } ?? []
        },
        writers(.ranges(.value("rating"), bounds: [.number(1), .number(2.5), .integer(6)])) { writer in
            writer.rating.map { rating in [.number(rating < 1 ? 0 : rating < 2.5 ? 1 : rating < 6 ? 2 : 3)] }
                ?? []
        },
        writers(.ranges(.value("fields"), bounds: [.string("f1"), .string("f3")])) { writer in
            writer.fields.map { $0 < "f1" ? .number(0) : $0 < "f3" ? .number(1) : .number(2) }
        },
        PlainGroups(grouping: .values(.value("country")), steps: [author, publisher]) { _, house in
            house?.country.map { [text($0.rawValue)] } ?? []
        },
    ]

    private static func day(_ date: Date) -> PlainAggregates.Value {
        .number(date.timeIntervalSince1970 * 1000)
    }

    /// The author of a novel, if there is one.
    static func author(of novel: Content<Novels>, _ writers: [Content<Writers>]) -> Content<Writers>? {
        novel.author.flatMap { author in writers.first { $0.id == author.id } }
    }

    /// The key, the number of novels, of those with pages, the sum of the pages, and the number of different editors.
    static func rows(
        _ novels: [Content<Novels>], _ library: RandomLibrary, _ groups: PlainGroups
    ) -> [PlainAggregates.Row] {
        var members: [PlainAggregates.Value: [Content<Novels>]] = [:]
        for novel in novels {
            let author = author(of: novel, library.writers)
            let house = author?.publisher.flatMap { house in library.houses.first { $0.id == house.id } }
            let keys = groups.keys(author, house)
            for key in keys.isEmpty ? [.none] : Set(keys) { members[key, default: []].append(novel) }
        }
        return members.sorted { $0.key < $1.key }.map { key, novels in
            let pages = novels.compactMap(\.pages)
            let editors = Set(novels.flatMap { $0.editors.map(\.id) })
            let numbers = [novels.count, pages.count, pages.reduce(0, +), editors.count]
            return PlainAggregates.Row(key: key, results: numbers.map { .number(Double($0)) })
        }
    }
}
#endif
