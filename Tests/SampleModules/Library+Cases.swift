public import Quire

extension Library {
    /// A condition with the novels that it matches, worked out by hand.
    public struct Case<Module: ContentModule>: Sendable, CustomStringConvertible {
        public var description: String
        public var query: Query<Module>
        public var ids: [String]

        init(_ description: String, _ query: Query<Module>, _ ids: String) {
            self.description = description
            self.query = query
            self.ids = ids.split(separator: " ").map(String.init)
        }
    }

    private static var all: Query<Novels> { Novels.query() }

    /// The cases of the documentation, by number, and their other spellings.
    public static let cases: [Case<Novels>] = [
        Case("1: a value equals", all.where(\.author.name == "Ann"), "b1"),
        Case("1: in a closure", all.filter { $0.author.any { $0.name == "Ann" } }, "b1"),
        Case("2: a value differs", all.where(\.author.name != "Ann"), "b2 b3 b4 b5 b6"),
        Case("3: a value is less", all.where(\.author.birthYear < 1900), "b1"),
        Case("4: the complement of less", all.where(!(\.author.birthYear < 1900)), "b2 b3 b4 b5 b6"),
        Case("5: a value is greater or equal", all.where(\.author.birthYear >= 1900), "b5 b6"),
        Case("6: no value", all.where(\.author.birthYear == nil), "b2 b3 b4"),
        Case("7: a value", all.where(\.author.birthYear != nil), "b1 b5 b6"),
        Case("8: no relation", all.where(\.author == nil), "b3"),
        Case("9: a relation to no item", all.where(\.author != nil && \.author.name == nil), "b4"),
        Case("10: two steps", all.where(\.author.publisher.country == .japan), "b1"),
        Case("11: two steps, differs", all.where(\.author.publisher.country != .japan), "b2 b3 b4 b5 b6"),
        Case("12: any", all.where(any: \.editors) { $0.birthYear < 1900 }, "b1 b5"),
        Case("12: any, in a closure", all.filter { $0.editors.any { $0.birthYear < 1900 } }, "b1 b5"),
        Case("12: any, as a path", all.where(\.editors.any.birthYear < 1900), "b1 b5"),
        Case("13: none", all.where(none: \.editors) { $0.birthYear < 1900 }, "b2 b3 b4 b6"),
        Case("14: every", all.where(every: \.editors) { $0.birthYear < 1900 }, "b3 b4 b5 b6"),
        Case(
            "15: not every", all.filter { !($0.editors.every { $0.birthYear < 1900 }) }, "b1 b2"),
        Case("15: any not", all.where(any: \.editors) { !($0.birthYear < 1900) }, "b1 b2"),
        Case("16: any differs", all.where(any: \.editors) { $0.birthYear != 1850 }, "b1 b2"),
        Case(
            "17: two tests of one item",
            all.where(any: \.editors) {
                $0.name == "Ann"; $0.birthYear == nil
            },
            ""),
        Case(
            "18: two tests of two items",
            all.filter {
                $0.editors.any { $0.name == "Ann" }
                $0.editors.any { $0.birthYear == nil }
            }, "b1"),
        Case("19: an item exists", all.filter { $0.editors.isFound }, "b1 b2 b5"),
        Case("19: no item exists", all.where(!(\Novels.Fields.editors).isFound), "b3 b4 b6"),
        Case(
            "a closure without conditions is ignored", all.where(none: \.editors) { _ in },
            "b1 b2 b3 b4 b5 b6"),
        Case(
            "three levels",
            all.where(any: \.editors) {
                $0.publisher.any { $0.country.in([.japan]) }; $0.name != "Bob"
            },
            "b1 b5"),
        Case("a list behind a relation", all.where(\.author.fields, contains: "poetry"), "b2"),
        Case("no list behind a relation", all.where(\.author.fields == nil), "b1 b3 b4 b5 b6"),
        Case("in", all.where(\.author.name, in: ["Ann", "Cy"]), "b1 b5 b6"),
        Case("not in", all.where(\.author.name, notIn: ["Ann", "Cy"]), "b2 b3 b4"),
        Case("between", all.where(\.author.birthYear, between: 1800...1949), "b1"),
        Case(
            "behind a list, by a path", all.where(any: \.editors.publisher) { $0.country == .japan }, "b1 b5"),
        Case(
            "behind a list, none", all.where(none: \.editors.publisher) { $0.country == .japan },
            "b2 b3 b4 b6"),
    ]

    /// The reverse direction.
    public static let reverseCases: [Case<Writers>] = [
        Case(
            "20: any novel by the writer",
            Writers.query().where(anyItem(of: Novels.self, by: \.author) { $0.editors.isNull }), "a3"),
        Case(
            "20: no novel by the writer at all",
            Writers.query().filter {
                $0.name != ""; !anyNovel
            }, "a4"),
        Case(
            "20: no novel with editors by the writer",
            Writers.query().where(noItem(of: Novels.self, by: \.author) { $0.editors.isNotNull }), "a4"),
        Case(
            "a novel that the writer edits",
            Writers.query().where(
                anyItem(of: Novels.self, by: \.editors) { $0.author.any { $0.name == "Ann" } }),
            "a1 a2"),
    ]

    private static var anyNovel: Condition<Writers.Fields> {
        anyItem(of: Novels.self, by: \.author) { $0.pages.isNotNull }
    }

    /// The reverse direction over two steps.
    public static let houseCases: [Case<Houses>] = [
        Case(
            "a novel by a writer of the house",
            Houses.query().where(anyItem(of: Novels.self, by: \.author.publisher) { $0.pages == 1 }), "p1"),
        Case(
            "no novel by a writer of the house",
            Houses.query().where(noItem(of: Novels.self, by: \.author.publisher) { $0.pages > 1 }), "p1"),
    ]
}
