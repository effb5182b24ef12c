/// The limits of an imported schema.
enum ImportLimits {
    /// The same as for schemas.
    static let fieldsOfModule = 2_000
    /// All fields, including those of objects.
    static let fields = 50_000
    static let objectDepth = 8
}
