import Testing

/// Code that must compile does, without a warning, in the modes that apps use.
@Suite struct AcceptanceTests {
    static let modes: [[String]] = [
        ["-swift-version", "6", "-strict-concurrency=complete"],
        ["-swift-version", "6", "-default-isolation", "MainActor"],
        [
            "-swift-version", "6", "-enable-upcoming-feature", "MemberImportVisibility",
            "-enable-upcoming-feature",
            "ExistentialAny", "-enable-upcoming-feature", "InternalImportsByDefault",
            "-enable-upcoming-feature",
            "NonisolatedNonsendingByDefault",
        ],
        ["-swift-version", "5"],
    ]

    @Test("Every form of query compiles in every mode without a warning", arguments: modes)
    func accepted(_ mode: [String]) throws {
        let outcome = try Compiler().check(AcceptedCode.source, flags: mode)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.warnings.isEmpty)
    }
}

enum AcceptedCode {
    static let source = #"""
        import Foundation
        import Quire
        import SampleModules

        struct BookRow: Sendable {
            var title: String
            var age: Int
        }

        func keyPaths(maybe: String?, id: ContentID<Authors>, now: Date) {
            _ = Books.query().where(\.age >= 18)
            _ = Books.query().where(\.age>=18)
            _ = Books.query().where((\.age >= 18 && \.age < 100 || \.registration == nil) && \.title != "July Young")
            _ = Books.query().where(\.registration == maybe, \.rank != nil, \.rank > 3).where(\.title, in: ["a"])
            _ = Books.query().where(\.status == .draft || \.active == true, !(\.status != .live))
            _ = Books.query().where(\.price == 3, \.age == 3, \.status == nil, \.released <= now)
            _ = Books.query().where(\.author == id).where(\.author == "a1").where(\.editors, contains: "a1")
            _ = Books.query().where(\.scores.any > 3 && \.scores.all < 9, \.scores >= 1)
            _ = Books.query().where(\.age, between: 1...2).where(\.tags == nil)
            _ = Books.query().where(\.title, like: "har").where(\.tags, containsAll: ["a", "b"])
            _ = Books.query().where(\.place, nearLatitude: 1, longitude: 2, within: 3)
        }

        func nullsAndMetadata(now: Date) {
            _ = Books.query().where(\.age > \.rank && \.rank <= \.age, \.title == \.registration, \.title != \.title)
            _ = Books.query().filter { $0.age < $0.rank; $0.title == $0.registration; $0.author == $0.author }
            _ = Books.query().relatedItems(upTo: 10).filterMeta { $0.updatedAt > $0.createdAt }
            _ = Books.query().where(\.tags == nil, \.scores != nil, \.place == nil, \.editors == nil)
            _ = Books.query().filter { $0.tags == nil; $0.place != nil || $0.rank == nil }
            _ = Books.query().where(anyOf { $0.rank == nil; $0.rank > 3 })
            _ = Books.query().filterMeta { $0.name.like("har"); $0.createdBy.in(["ann"]) }
                .filterMeta { $0.updatedAt.between(now...now) }.filterMeta { $0.removedAt == nil }.sortMeta(by: \.name)
            _ = Books.query().search("har", in: \.title)
        }

        func closures(minAge: Int?, banned: [String]) {
            _ = Books.query().filter {
                if let minAge { $0.age >= minAge }
                for name in banned { $0.title != name }
                $0.title.in(["Forever alone", "Fake name"])
                $0.price.between(1.5...9)
                $0.tags.containsAll(["a", "b"])
                anyOf {
                    $0.rank == nil
                    $0.rank >= 3
                    allOf { $0.active == true; $0.price < 5 }
                }
                if banned.isEmpty { $0.status == .live } else { $0.status == .draft }
                switch minAge {
                case nil: $0.rank == nil
                case 3: $0.rank == 3
                default: $0.rank != 3
                }
                !($0.age == 3) && $0.title == "x"
                if #available(macOS 13, *) { $0.age > 1 }
            }
            _ = Books.query().where(anyOf { $0.title.like("Har"); $0.tags.isNull; $0.scores.any > 3; $0.scores.all > 3 })
        }

        func rest(ids: [ContentID<Authors>], now: Date) {
            _ = Books.query().filterMeta { $0.publishedAt <= now; $0.removedAt == nil || $0.removedAt > now }
                .sort(by: \.updatedAt, .descending).sort(by: \MetaFields.createdAt).sort(by: \.title, nulls: .last)
            _ = Books.query().related(\.author, to: ids).related(\.editors).include(\.author, \.editors)
                .include(\.author.publisher, \.editors.mentor.publisher)
            let rows: Selection<Books, (String, Int, String?)> = Books.query().select(\.title, \.age, \.registration)
            let keyed: Selection<Books, (ContentID<Books>, String, Date?, ContentMetadata)> =
                Books.query().select(\.id, \.title, \.updatedAt, \.metadata)
            let single: Selection<Books, ContentID<Authors>?> = Books.query().select(\.author)
            let own: Selection<Books, BookRow> = Books.query().select(\.title, \.age, as: { BookRow(title: $0, age: $1) })
            let related: Selection<Books, (String, String?, String?, [String], [ContentID<Publishers>])> =
                Books.query().sort(by: \.author.fullName, .descending, nulls: .last).sort(by: \.author.mentor.fullName)
                .select(\.title, \.author.fullName, \.author.publisher.title, \.editors.fullName, \.editors.publisher)
            _ = (rows, keyed, single, own, related)
            _ = Books.query().published(at: now).drafts().updated(since: now).ids(["a"]).locale("en").lenient()
            var draft = Books.Draft()
            draft.title = .set("x")
            draft.registration = .clear
            draft.author = .set("a1")
            draft.author = .set(Relation("a1"))
            draft.editors = .set([Relation("a1")])
            _ = Books.query().where(\.released >= Date(year: 2010, month: 1, day: 1)).group(by: \.released, .year)
            _ = Books.query().group(by: \.author.fullName).having(.count, .atLeast(2)).sort(by: .max(\.age))
            let names: GroupedQuery<Books, String> = Books.query().group(by: \.author.mentor.fullName)
            let publishers: GroupedQuery<Books, ContentID<Publishers>> = Books.query().group(by: \.author.publisher)
            _ = Books.query().group(by: \.author.fullName, bounds: ["h", "p"]).limit(3)
            _ = (names, publishers)
            draft.age = .leave
        }

        func facets(_ content: ContentClient, chosen: [Books.Status], now: Date) async throws {
            let query = Books.query().where(\.age >= 18).facet(\.status).facet(\.rank, maximumValues: 10)
                .facet(\.tags, disjunctive: true).facet(\.author).facet(\.released)
                .refine(\.status, to: chosen).refine(\.status, to: [.live, .draft]).refine(\.tags, to: ["a", "b"])
                .refine(\.author, to: ["a1"]).refine(\.rank) { $0 >= 1; $0 < 5 }
                .refine(\.released) { $0.between(now...now) }.refine(\.rank) { $0 == nil || $0 > 3 }
            let page = try await content.fetch(query)
            for status in page.facet(\.status) { print(status.value == .live, status.count) }
            let tags: [String] = page.facet(\.tags).map(\.value)
            let author: ContentID<Authors>? = page.facet(\.author).first?.value
            let live: Int? = page.facet(\.status).count(of: .live)
            let newest: Double? = page.facet(\.released).statistics?.maximum
            let rows = try await content.fetch(query.select(\.title, \.age))
            _ = (tags, author, live, newest, rows.facet(of: \Books.Fields.scores).counts, page.scanned)
        }

        func stored() async {
            let adult: Condition<Books.Fields> = \.age >= 18
            let both = adult && !adult
            let query = Books.query().where(adult, both)
            await Task.detached { _ = query.where(adult) }.value
        }

        func fetch(_ content: ContentClient) async throws {
            for book in try await content.fetch(Books.query().where(\.age >= 18).page(1, size: 20)) {
                print(book.title, book.id)
            }
            for try await (title, age) in content.all(Books.query().select(\.title, \.age)) { print(title, age) }
            let count: Int = try await content.count(Books.query())
            let first: Book? = try await content.first(Books.query())
            _ = (count, first?.author?.item?.fullName)
        }

        func plain(_ a: Int, _ b: String?) -> Bool {
            a > 2 && b == "x" || !(a != 3) && [\Books.Fields.age] == [\Books.Fields.age]
        }
        """#
}
