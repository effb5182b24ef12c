extension RejectedCode {
    /// Aggregates and groups that do not fit their fields.
    static let aggregates: [RejectedCode] = [
        Self(
            #"Books.query().aggregates(.average(\.title))"#,
            "static method 'average' requires that 'String' conform to 'NumericOperand'"),
        Self(
            #"Books.query().aggregates(.count, .sum(\.released))"#,
            "static method 'sum' requires that 'Optional<Date>.Unwrapped' (aka 'Date') conform to 'NumericOperand'"
        ),
        Self(
            #"Books.query().aggregates(.sum(\.scores))"#,
            "static method 'sum' requires that 'Array<Int>' conform to 'SingleOperand'"),
        Self(
            #"Books.query().aggregates(.max(\.active))"#,
            "static method 'max' requires that 'Bool' conform to 'Comparable'"),
        Self(
            #"Books.query().aggregates(.max(\.agee))"#,
            "subscript 'subscript(dynamicMember:)' requires that 'NoSuchField<Books.Fields>' conform to 'FieldReference'"
        ),
        Self(
            #"Books.query().group(by: \.agee)"#,
            "conformance of 'NoSuchField<Fields>' to 'GroupField' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().group(by: \.author.fulName)"#,
            "conformance of 'NoSuchField<Fields>' to 'GroupField' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().group(by: \.editors.fullName)"#,
            "referencing subscript 'subscript(dynamicMember:)' on 'AggregateField' requires that '[ContentID<Authors>]' conform to 'ToOneOperand'"
        ),
        Self(
            #"Books.query().aggregates(.max(\.author.fullName))"#,
            "cannot convert value of type 'KeyPath<AggregateFields<Books>, RelatedGroupField<Optional<String>>>' to expected argument type 'KeyPath<AggregateFields<Books>, AggregateField<Operand>>'"
        ),
        Self(
            #"Books.query().group(by: \.author.fullName, .month)"#,
            "instance method 'group(by:_:in:)' requires the types 'Optional<String>.Unwrapped' (aka 'String') and 'Date' be equivalent"
        ),
        Self(
            #"Books.query().group(by: \.age, .month, in: .gmt)"#,
            "instance method 'group(by:_:in:)' requires the types 'Int' and 'Date' be equivalent"),
        Self(
            #"Books.query().group(by: \.released, .decade, in: .gmt)"#,
            "type 'DatePeriod' has no member 'decade'"),
        Self(
            #"Books.query().group(by: \.price, bounds: ["a"])"#,
            "cannot convert value of type 'String' to expected element type 'Double'"),
        Self(
            #"Books.query().group(by: \.active).having(.count, .atLeast("x"))"#,
            "cannot convert value of type 'String' to expected argument type 'Int'"),
    ]
}
