import Quire

extension Library {
    private static var stage: Query<Plays> { Plays.query() }

    /// Conditions across relations in objects, worked out by hand.
    public static let playCases: [Case<Plays>] = [
        Case("a value equals", stage.where(\.credits.writer.name == "Ann"), "s1 s5"),
        Case("a value differs", stage.where(\.credits.writer.name != "Ann"), "s2 s3 s4"),
        Case("the complement", stage.where(!(\.credits.writer.name == "Ann")), "s2 s3 s4"),
        Case("a value is greater", stage.where(\.credits.writer.birthYear > 1800), "s1 s5"),
        Case("no value", stage.where(\.credits.writer.name == nil), "s3 s4"),
        Case("the id", stage.where(\.credits.writer == "a2"), "s1 s2"),
        Case("not the id", stage.where(\.credits.writer != "a2"), "s3 s4 s5"),
        Case("no id", stage.where(\.credits.writer == nil), "s3"),
        Case("two steps", stage.where(\.credits.writer.publisher.country == .japan), "s1 s5"),
        Case(
            "any item meets both",
            stage.where(any: \.credits.writer) {
                $0.name == "Ann"; $0.birthYear < 1900
            }, "s1 s5"),
        Case("any, in a closure", stage.filter { $0.credits.writer.any { $0.name == "Bob" } }, "s1 s2"),
        Case("every item", stage.where(every: \.credits.writer) { $0.name == "Ann" }, "s3 s4 s5"),
        Case("no item", stage.where(none: \.credits.writer) { $0.name == "Bob" }, "s3 s4 s5"),
        Case("an item exists", stage.filter { $0.credits.writer.isFound }, "s1 s2 s5"),
        Case("many ids", stage.where(any: \.credits.helpers) { $0.name == "Ann" }, "s5"),
        Case("many ids, one of them", stage.where(\.credits.helpers, contains: "a3"), "s1"),
        Case(
            "two objects may meet one each",
            stage.where(\.credits.role == "music" && \.credits.writer.name == "Bob"), "s1"),
        Case("a single object", stage.where(\.staging.house.country == .japan), "s1 s5"),
        Case("a single object, differs", stage.where(\.staging.house.country != .japan), "s2 s3 s4"),
        Case("a single object, the id", stage.where(\.staging.house == "p9"), "s2"),
        Case("a single object, no id", stage.where(\.staging.house == nil), "s3 s4"),
        Case(
            "a single object, in a closure",
            stage.filter { $0.staging.house.any { $0.country == .japan } }, "s1 s5"),
    ]

    /// Conditions on one object and the item that it names, worked out by hand.
    public static let creditCases: [Case<Plays>] = [
        Case(
            "one object meets both",
            stage.where(any: \.credits) {
                $0.role == "text"; $0.writer.any { $0.name == "Ann" }
            }, "s1"),
        Case(
            "no object meets both",
            stage.where(none: \.credits) {
                $0.role == "text"; $0.writer.any { $0.name == "Ann" }
            }, "s2 s3 s4 s5"),
        Case(
            "one object without a found item",
            stage.where(any: \.credits) {
                $0.role == "text"; !($0.writer.isFound)
            }, "s4"),
    ]

    /// Writers by the plays whose objects name them, worked out by hand.
    public static let playReverseCases: [Case<Writers>] = [
        Case(
            "any play",
            Writers.query().where(anyItem(of: Plays.self, by: \.credits.writer) { $0.title == "s1" }),
            "a1 a2"),
        Case(
            "no play",
            Writers.query().where(noItem(of: Plays.self, by: \.credits.writer) { $0.title.isNotNull }),
            "a3 a4"),
        Case(
            "many ids",
            Writers.query().where(anyItem(of: Plays.self, by: \.credits.helpers) { $0.title.isNotNull }),
            "a1 a3"),
    ]

    /// Houses by the plays that lead to them, worked out by hand.
    public static let playHouseCases: [Case<Houses>] = [
        Case(
            "a single object",
            Houses.query().where(anyItem(of: Plays.self, by: \.staging.house) { $0.title == "s1" }),
            "p1"),
        Case(
            "a path of two relations",
            Houses.query().where(
                anyItem(of: Plays.self, by: \.credits.writer.publisher) { $0.title == "s5" }), "p1"),
        Case(
            "no play", Houses.query().where(noItem(of: Plays.self, by: \.staging.house) { $0.title == "s5" }),
            ""),
    ]
}
