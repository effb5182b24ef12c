extension RejectedCode {
    /// Errors that an unavailable overload explains: its message contains the correct code.
    static let explained: [RejectedCode] = [
        Self(
            #"Books.query().where(\.id == "1")"#,
            "'id' is unavailable: the id of an item is not a field. Use ids([…]) to find items by id"),
        Self(
            #"Books.query().filter { $0.id == "1" }"#,
            "'id' is unavailable: the id of an item is not a field. Use ids([…]) to find items by id"),
        Self(
            #"Books.query().filter { $0.tags.isEmpty }"#,
            #"'isEmpty' is unavailable: use isNull for a field without a value, which an empty list is too, or == "" for an empty text"#
        ),
        Self(
            #"Books.query().filter { $0.title.isEmpty }"#,
            #"'isEmpty' is unavailable: use isNull for a field without a value, which an empty list is too, or == "" for an empty text"#
        ),
        Self(
            #"Books.query().filter { $0.tags.count > 1 }"#,
            "'count' is unavailable: a filter cannot count. Use isNull for an empty list"),
        Self(
            #"Books.query().filter { $0.title.lowercased() == "x" }"#,
            "'lowercased()' is unavailable: a filter compares texts as they are. Use like(_:), which ignores case"
        ),
        Self(
            #"Books.query().where(\.tags == "science")"#,
            "'==' is unavailable: the schema does not list '=' among the filter operators of this field. Use contains(_:), containsAny(_:) or containsAll(_:) for the elements of a list, or compare with nil"
        ),
        Self(
            #"Books.query().where(\.tags != ["science"])"#,
            "'!=' is unavailable: the schema does not list '!=' among the filter operators of this field. Use notIn(_:) for the elements of a list, or compare with nil"
        ),
        Self(
            #"Books.query().where(\.editors == ["a1"])"#,
            "'==' is unavailable: the schema does not list '=' among the filter operators of this field. Use contains(_:), containsAny(_:) or containsAll(_:) for the elements of a list, or compare with nil"
        ),
        Self(
            #"Books.query().where(\.editors.fullName == "x")"#,
            "operator function '==' requires the types 'BehindMany<Sortable<TextOperators>>.Equal' (aka 'NeedsAnyEveryOrNone') and 'ForbiddenOperator' be equivalent"
        ),
        Self(
            #"Books.query().where(\.author.id == "x")"#,
            "'id' is unavailable: the id of an item is not a field. Use ids([…]) to find items by id"
        ),
        Self(
            #"Books.query().where { $0.age > 1 }"#,
            "'where(_:matching:)' has been renamed to 'filter(_:)'"),
        Self(
            #"Books.query().where { $0.agee > 1 }"#,
            "'where(_:matching:)' has been renamed to 'filter(_:)'"
        ),
        Self(
            #"Books.query().where(\.active)"#,
            #"'where' is unavailable: a field alone is not a condition. Compare it, as in where(\.active == true), or test it, as in where(\.title, like: text)"#
        ),
        Self(
            #"print(book.editors.first!.fullName)"#,
            "'subscript(dynamicMember:)' is unavailable: a relation holds an id, and the item only if the query included it. Use item?, as in author.item?.name"
        ),
        Self(
            #"print(book.author?.fullName as Any)"#,
            "'subscript(dynamicMember:)' is unavailable: a relation holds an id, and the item only if the query included it. Use item?, as in author.item?.name"
        ),
        Self(
            #"Books.query().filter { $0.createdAt > now }"#,
            #"'createdAt' is unavailable: this module has no field 'createdAt'; it is metadata. Use filterMeta { $0.createdAt … } or sortMeta(by: \.createdAt)"#
        ),
        Self(
            #"Books.query().where(\.updatedAt == nil)"#,
            #"'updatedAt' is unavailable: this module has no field 'updatedAt'; it is metadata. Use filterMeta { $0.updatedAt … } or sortMeta(by: \.updatedAt)"#
        ),
        Self(
            #"Books.query().where(\.name, like: "x")"#,
            #"'name' is unavailable: this module has no field 'name'; it is metadata. Use filterMeta { $0.name … } or sortMeta(by: \.name)"#
        ),
        Self(
            #"draft.updatedAt = .set(now)"#,
            #"'updatedAt' is unavailable: this module has no field 'updatedAt'; it is metadata. Use filterMeta { $0.updatedAt … } or sortMeta(by: \.updatedAt)"#
        ),
        Self(
            #"Books.query().facet(\.createdAt)"#,
            #"'createdAt' is unavailable: this module has no field 'createdAt'; it is metadata. Use filterMeta { $0.createdAt … } or sortMeta(by: \.createdAt)"#
        ),
        Self(
            #"Books.query().search("a", in: \.age)"#,
            "'search(_:in:_:)' is unavailable: the schema does not mark every one of these fields as searchable"
        ),
        Self(
            #"Books.query().search("a", in: \.title, \.registration)"#,
            "'search(_:in:_:)' is unavailable: the schema does not mark every one of these fields as searchable"
        ),
        Self(
            #"Books.query().search("a", in: \.updatedAt)"#,
            #"'updatedAt' is unavailable: this module has no field 'updatedAt'; it is metadata. Use filterMeta { $0.updatedAt … } or sortMeta(by: \.updatedAt)"#
        ),
        Self(
            #"Books.query().where(\.age, hasPrefix: "x")"#,
            "'where(_:hasPrefix:)' is unavailable: the schema does not list 'hasPrefix' among the filter operators of this field"
        ),
        Self(
            #"Books.query().where(\.age, contains: "x")"#,
            "'where(_:contains:)' is unavailable: the schema does not list 'contains' among the filter operators of this field"
        ),
        Self(
            #"Books.query().where(\.active, notIn: [true])"#,
            "'where(_:notIn:)' is unavailable: the schema does not list 'notIn' among the filter operators of this field"
        ),
        Self(
            #"Books.query().where(\.title, between: "a"..."b")"#,
            "'where(_:between:)' is unavailable: the schema does not list 'between' among the filter operators of this field"
        ),
        Self(
            #"Books.query().filter { $0.age.isNotNull }"#,
            "'isNotNull' is unavailable: a required field always has a value"),
        Self(
            #"Books.query().filter { $0.title.containsAny(["a"]) }"#,
            "'containsAny' is unavailable: only lists have 'containsAny'. Use in(_:)"),
        Self(
            #"Books.query().filter { $0.title.containsAll(["a"]) }"#,
            "'containsAll' is unavailable: only lists have 'containsAll'"),
        Self(
            #"Books.query().related(\.title, to: ["1"])"#,
            "'related(_:to:)' is unavailable: this field is not a relation: the schema declares another type for it"
        ),
        Self(
            #"Books.query().include(\.author, \.title)"#,
            "'include' is unavailable: only relations can be included: the schema declares another type for a field here"
        ),
        Self(
            #"Books.query().sort(\.title)"#,
            "'sort' has been renamed to 'sort(by:_:nulls:)'"),
        Self(
            #"Books.query().order(by: \.title)"#,
            "'order(by:_:)' has been renamed to 'sort(by:_:nulls:)'"),
        Self(
            #"Books.query().where(\.age == 3).or(\.age == 4)"#,
            #"'or' is unavailable: join conditions with ||, as in where(\.age < 18 || \.age > 65), or use where(anyOf { … })"#
        ),
        Self(
            #"Books.query().where(\.age == 3).and(\.rank == 4)"#,
            "'and' is unavailable: every where(…) narrows the query further, so another where(…) is an 'and'"),
        Self(
            #"Books.query().select(\.title).where(\.age > 3)"#,
            "'where' is unavailable: write the conditions before select(…)"),
        Self(
            #"Books.query().select(\.title).sort(by: \.age)"#,
            "'sort(by:_:nulls:)' is unavailable: write the order before select(…)"),
        Self(
            #"Books.query().select(\.title).filter { $0.age > 3 }"#,
            "'filter' is unavailable: write the conditions before select(…)"),
        Self(#"Notices.query().where(\.title == "x")"#, untestable("==")),
        Self(#"Notices.query().where(\.title != "x")"#, untestable("!=")),
        Self(#"Notices.query().where(\.extra == "x")"#, untestable("==")),
        Self(#"Notices.query().where(\.title, like: "x")"#, untestable("where(_:like:)")),
        Self(#"Notices.query().where(\.title, contains: "x")"#, untestable("where(_:contains:)")),
        Self(#"Notices.query().where(\.title, hasPrefix: "x")"#, untestable("where(_:hasPrefix:)")),
        Self(#"Notices.query().where(\.extra, hasSuffix: "x")"#, untestable("where(_:hasSuffix:)")),
        Self(#"Notices.query().filter { $0.title.like("x") }"#, untestable("like")),
        Self(#"Notices.query().filter { $0.title.contains("x") }"#, untestable("contains")),
        Self(#"Notices.query().filter { $0.title.hasPrefix("x") }"#, untestable("hasPrefix")),
        Self(#"Notices.query().filter { $0.extra.hasSuffix("x") }"#, untestable("hasSuffix")),
        Self(
            #"Books.query().where(\.price, between: 1.5..<9)"#,
            "'where(_:between:)' is unavailable: between takes a closed range. Exclude the upper bound with two conditions, >= and <"
        ),
        Self(
            #"Books.query().filter { $0.price.between(1.5..<9) }"#,
            "'between' is unavailable: between takes a closed range. Exclude the upper bound with two conditions, >= and <"
        ),
        Self(
            #"Notices.query().where(\.place, near: GeoPoint(latitude: 1, longitude: 2), within: 3)"#,
            "'where(_:near:within:)' has been renamed to 'where(_:nearLatitude:longitude:within:)'"),
    ]

    private static func untestable(_ name: String) -> String {
        "'\(name)' is unavailable: a filter can only test whether a localized text or JSON has a value: compare it with nil. Full-text search finds words in a searchable one"
    }
}
