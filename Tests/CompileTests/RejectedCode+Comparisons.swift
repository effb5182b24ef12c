extension RejectedCode {
    /// Comparisons of two fields that do not have the same type, hold several values or belong to another item.
    static let comparisons: [RejectedCode] = [
        Self(
            #"Books.query().where(\.age > \.title)"#,
            "operator function '>' requires the types 'Int' and 'String' be equivalent"),
        Self(
            #"Books.query().where(\.age > \.price)"#,
            "operator function '>' requires the types 'Int' and 'Double' be equivalent"),
        Self(
            #"Books.query().where(\.scores.any > \.age)"#,
            "operator function '>' requires the types 'Facetable<OrderedListOperators>.FieldComparison' (aka 'ForbiddenOperator') and 'AllowedOperator' be equivalent"
        ),
        Self(
            #"Books.query().where(\.author.fullName == \.title)"#,
            "operator function '==' requires the types 'BehindOne<Sortable<TextOperators>>.FieldComparison' (aka 'UnavailableBehindRelation') and 'AllowedOperator' be equivalent"
        ),
        Self(
            #"Books.query().where(\.title == \.author.fullName)"#,
            "operator function '==' requires the types 'BehindOne<Sortable<TextOperators>>.FieldComparison' (aka 'UnavailableBehindRelation') and 'AllowedOperator' be equivalent"
        ),
        Self(
            #"Books.query().filter { $0.age > $0.title }"#,
            "operator function '>' requires the types 'Int' and 'String' be equivalent"),
        Self(
            #"Books.query().filter { $0.active > $0.active }"#,
            "cannot convert value of type 'KeyPath<Books.Fields, Field<Books.Fields, Bool, BooleanOperators>>' to expected argument type 'Bool'"
        ),
        Self(
            #"Books.query().filter { $0.status == $0.title }"#,
            "operator function '==' requires the types 'Optional<Books.Status>.Unwrapped' (aka 'Books.Status') and 'String' be equivalent"
        ),
        Self(
            #"Books.query().filter { $0.author == $0.editors }"#,
            "operator function '==' requires the types 'ListOperators.FieldComparison' (aka 'ForbiddenOperator') and 'AllowedOperator' be equivalent"
        ),
        Self(
            #"Books.query().filter { $0.title > $0.registration }"#,
            "operator function '>' requires the types 'Searchable<Sortable<TextOperators>>.Greater' (aka 'ForbiddenOperator') and 'AllowedOperator' be equivalent"
        ),
        Self(
            #"Books.query().filter { $0.age > $0.rank + 1 }"#,
            "cannot convert value of type 'KeyPath<Books.Fields, Field<Books.Fields, Int?, Facetable<Sortable<NumberOperators>>>>' to expected argument type 'Int'"
        ),
        Self(
            #"Books.query().filter { $0.scores.any > $0.age }"#,
            "operator function '>' requires the types 'Facetable<OrderedListOperators>.FieldComparison' (aka 'ForbiddenOperator') and 'AllowedOperator' be equivalent"
        ),
        Self(
            #"Books.query().filter { $0.scores.all > $0.age }"#,
            "cannot convert value of type 'KeyPath<Books.Fields, Field<Books.Fields, Int, Sortable<NumberOperators>>>' to expected argument type 'EveryElement<Array<Int>.Element>.Unwrapped' (aka 'Int')"
        ),
        Self(
            #"Books.query().where(\.age > \.rank, \.age > "x")"#,
            "cannot convert value of type 'String' to expected argument type 'Int'"),
    ]
}
