/// A name that is in use, with the names that it replaces.
struct RenamedDeclaration {
    var name: LocatedText
    var formerNames: [FormerName]
}

extension SchemaResolver {
    /// Checks that each former name leads to exactly one declaration, so that content under it has one place.
    ///
    /// `what` names the kind of declaration: `field`.
    func checkFormerNames(_ declarations: [RenamedDeclaration], _ what: String) {
        guard declarations.contains(where: { !$0.formerNames.isEmpty }) else { return }
        var current: [String: SourceLocation] = [:]
        for declaration in declarations where current[declaration.name.text] == nil {
            current[declaration.name.text] = declaration.name.location
        }
        var claimed: [String: SourceLocation] = [:]
        for declaration in declarations {
            for former in declaration.formerNames {
                if former.name == declaration.name.text {
                    reportFormer(
                        "the \(what) \(quoted(former.name)) has this name already; remove it", former)
                } else if let place = current[former.name] {
                    reportFormer(
                        "\(quoted(former.name)) is the name of another \(what), so content under it is ambiguous; "
                            + "swap two names with 'swiftName', or remove this one",
                        former, note: "the \(what) is declared here", at: place)
                } else if let place = claimed[former.name] {
                    reportFormer(
                        "the former name \(quoted(former.name)) is used twice, so content under it is ambiguous; "
                            + "remove one of them",
                        former, note: "it is first used here", at: place)
                } else {
                    claimed[former.name] = former.location
                }
            }
        }
    }

    func checkFormerNames(of fields: [Field]) {
        checkFormerNames(
            fields.map {
                RenamedDeclaration(
                    name: LocatedText(text: $0.name, location: $0.nameLocation), formerNames: $0.formerNames)
            }, "field")
    }

    func checkFormerNames(of values: [ChoiceValue]) {
        checkFormerNames(
            values.map {
                RenamedDeclaration(
                    name: LocatedText(text: $0.raw, location: $0.location), formerNames: $0.formerNames)
            }, "value")
    }

    private func reportFormer(
        _ message: String, _ former: FormerName, note: String? = nil, at place: SourceLocation? = nil
    ) {
        diagnostics.error(
            .ambiguousFormerName, message, at: former.location, note: note, noteAt: place)
    }
}
