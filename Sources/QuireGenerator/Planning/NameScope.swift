import QuireSchema

/// The names of one scope, and who has them.
///
/// Two names that are canonically equal, composed and decomposed, count as one: nobody could tell them apart.
struct NameScope {
    struct Owner {
        var what: String
        var location: SourceLocation?
    }

    /// Where the names live, for messages: `of module 'books'`; empty at the top level.
    private let place: String
    private var owners: [String: Owner] = [:]

    init(_ place: String) { self.place = place }

    var names: Set<String> { Set(owners.keys) }

    var count: Int { owners.count }

    func owner(of name: String) -> Owner? { owners[name] }

    func contains(_ name: String) -> Bool { owners[name] != nil }

    /// Takes a name; a diagnostic if somebody has it already.
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
