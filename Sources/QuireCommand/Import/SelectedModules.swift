import QuireSchema

/// The values of `--modules`: one name, or several separated by commas.
struct SelectedModules {
    /// The values, as written.
    var selections: [String]

    /// The selected names; `nil` if all modules are selected.
    ///
    /// - Parameters:
    ///   - source: The system in error messages.
    ///   - impossible: What the source names besides modules, and what each is.
    func names(
        among moduleNames: [String], of source: String, impossible: [(name: String, kind: String)] = []
    ) throws(UsageError) -> Set<String>? {
        if selections.isEmpty { return nil }
        let all = Set(moduleNames)
        var names: Set<String> = []
        for selection in selections {
            if all.contains(selection) {
                names.insert(selection)
                continue
            }
            for name in selection.split(separator: ",", omittingEmptySubsequences: true).map(String.init) {
                guard all.contains(name) else {
                    if let other = impossible.first(where: { $0.name == name }) {
                        throw UsageError(
                            "--modules: \(quoted(name)) is no object with properties, so it has no module: it is "
                                + "\(other.kind). Name one of: \(moduleNames.prefix(50).joined(separator: ", "))"
                        )
                    }
                    throw UsageError(
                        "--modules: \(source) has no module \(quoted(name)); expected one of: "
                            + moduleNames.prefix(50).joined(separator: ", "))
                }
                names.insert(name)
            }
        }
        return names
    }
}
