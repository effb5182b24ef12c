extension RejectedCode {
    /// Aggregates of wrong fields, and responses of the wrong type.
    static let moreAggregates: [RejectedCode] = [
        Self(
            #"let n: String = try await content.aggregate(Books.query(), .count)"#,
            "cannot convert value of type 'Int' to specified type 'String'"),
        Self(
            #"let (n, m): (Int, Int) = try await content.aggregate(Books.query(), .count, .average(\.price))"#,
            "cannot convert value of type '(Int, Double?)' to specified type '(Int, Int)'"),
        Self(
            #"try await content.count(Books.query(), by: \.agee)"#,
            "conformance of 'NoSuchField<Fields>' to 'GroupField' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"try await content.values(of: \.agee, in: Books.query())"#,
            "conformance of 'NoSuchField<Fields>' to 'GroupField' is unavailable: the schema declares no field of this name"
        ),
        Self(
            #"Books.query().group(by: \.status).having(.average(\.price), .atLeast("x"))"#,
            "cannot convert value of type 'String' to expected argument type 'Optional<Double>.Unwrapped' (aka 'Double')"
        ),
        Self(
            #"try await content.aggregate(Books.query().group(by: \.status), .sum(\.title))"#,
            "static method 'sum' requires that 'String' conform to 'NumericOperand'"),
    ]
}
