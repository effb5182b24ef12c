import QuireCore

/// How far a derived column of a collection with records is, as the options of PocketBase's field say it.
///
/// A column is not renamed when it is whole: PocketBase fails the writes of others that are under way during that.
enum ColumnState: Sendable, Hashable {
    /// Records may lack the column's value. PocketBase lets nobody but superusers use a hidden column.
    case filling
    /// All records had their values when they were checked. What was written since then is checked once more.
    case checking
    /// Every record has its value.
    case whole

    init(of field: JSONValue) {
        switch (field.member("presentable")?.isTrue, field.member("hidden")?.isTrue) {
        case (true?, true?): self = .filling
        case (true?, _): self = .checking
        default: self = .whole
        }
    }

    /// The field with the options of the state.
    func applied(to field: JSONValue) -> JSONValue {
        field.setting("hidden", .boolean(self == .filling))
            .setting("presentable", .boolean(self != .whole))
    }
}
