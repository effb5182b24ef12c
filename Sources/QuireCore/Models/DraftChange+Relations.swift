// Drafts take relations as models do: `draft.author = .set(Relation("ogawa"))`, or a relation of another item.

extension DraftChange {
    /// Sets the field to a relation. Only its id is written.
    ///
    /// ```swift
    /// draft.author = .set(Relation("ogawa"))
    /// draft.author = .set("ogawa")                  // the id alone
    /// ```
    public static func set<Target>(_ relation: Relation<Target>) -> Self where Value == ContentID<Target>? {
        .set(relation.id)
    }

    /// Sets the required field to a relation. Only its id is written.
    public static func set<Target>(_ relation: Relation<Target>) -> Self where Value == ContentID<Target> {
        .set(relation.id)
    }

    /// Sets the field to relations. Only their ids are written.
    public static func set<Target>(_ relations: [Relation<Target>]) -> Self
    where Value == [ContentID<Target>] {
        .set(relations.map(\.id))
    }
}
