import Quire

/// The scalar that the reference schema names.
struct ISBN: ContentScalar {
    let rawValue: String

    init?(rawValue: String) {
        guard !rawValue.isEmpty else { return nil }
        self.rawValue = rawValue
    }
}
