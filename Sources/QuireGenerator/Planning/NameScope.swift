import QuireSchema

/// The names of one scope and their owners.
///
/// Two canonically equal names, composed and decomposed, count as one, because nobody could tell them apart.
struct NameScope {
    struct Owner {
        var what: String
        var location: SourceLocation?
    }

    /// The scope in messages: `of module 'books'`. Empty at the top level.
    private let place: String
    private var owners: [String: Owner] = [:]

    init(_ place: String) { self.place = place }

    var names: Set<String> { Set(owners.keys) }

    var count: Int { owners.count }

    func owner(of name: String) -> Owner? { owners[name] }

    func contains(_ name: String) -> Bool { owners[name] != nil }

    /// Claims a name for a declaration that may be left out. Returns `false` if it is taken.
    mutating func take(_ name: String) -> Bool {
        guard owners[name] == nil else { return false }
        owners[name] = Owner(what: "a former name")
        return true
    }

    /// Claims a name. Returns a diagnostic if it is taken.
    mutating func claim(
        _ name: String, for what: String, at location: SourceLocation?
    ) -> Diagnostic? {
        if let owner = owners[name] {
            return Diagnostic(
                .error, DiagnosticCode.nameCollision.rawValue,
                "\(what) and \(owner.what)\(place.isEmpty ? "" : " " + place) both become the Swift name "
                    + "'\(name)'; give one of them a \"swiftName\" of its own",
                at: location ?? owner.location,
                notes: owner.location.map { [Diagnostic.Note("\(owner.what) is here", at: $0)] } ?? [])
        }
        owners[name] = Owner(what: what, location: location)
        return nil
    }
}
