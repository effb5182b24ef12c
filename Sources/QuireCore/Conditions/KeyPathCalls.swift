// A key path literal takes no method call. These members only let the compiler say so in `where(\.title.contains("x"))`.

extension Field {
    @available(*, unavailable, message: "write the test as a label: where(\\.title, contains: text)")
    public func contains(_ part: some FieldValue) -> Self { self }

    @available(*, unavailable, message: "write the test as a label: where(\\.title, like: text)")
    public func like(_ text: String) -> Self { self }

    @available(*, unavailable, message: "write the test as a label: where(\\.title, hasPrefix: text)")
    public func hasPrefix(_ text: String) -> Self { self }

    @available(*, unavailable, message: "write the test as a label: where(\\.title, hasSuffix: text)")
    public func hasSuffix(_ text: String) -> Self { self }
}
