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
                message:
                    "\(what) and \(owner.what)\(place.isEmpty ? "" : " " + place) both become the Swift name "
                    + "'\(name)'; give one of them a \"swiftName\" of its own",
                at: location ?? owner.location,
                notes: owner.location.map { [Diagnostic.Note("\(owner.what) is here", at: $0)] } ?? [])
        }
        owners[name] = Owner(what: what, location: location)
        return nil
    }
}

/// The Swift names from before renames. The generated code declares them as unavailable, so that the compiler offers the
/// current names. A former name that something else has now is left out.
extension SchemaPlanner {
    static func formerNames(of field: Field, in scope: inout NameScope, isMember: Bool) -> [String] {
        var names: [String] = []
        for former in field.formerNames {
            let name = ReservedNames.propertyName(SwiftName.lowerCamel(former.name), isMember: isMember)
            // The name means the metadata again.
            if isMember, ItemMetadata.names.contains(name) { continue }
            if scope.take(name) { names.append(name) }
        }
        return names
    }

    static func formerNames(
        of values: [(name: String, value: ChoiceValue)], in scope: inout NameScope
    ) -> [(name: String, current: String)] {
        var names: [(name: String, current: String)] = []
        for (current, value) in values {
            for former in value.formerNames {
                let name = ReservedNames.valueName(SwiftName.lowerCamel(former.name))
                if scope.take(name) { names.append((name, current)) }
            }
        }
        return names
    }
}
