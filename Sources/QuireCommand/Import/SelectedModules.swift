import QuireSchema

/// The values of `--modules`: one name, or several separated by commas.
struct SelectedModules {
    /// The values, as written.
    var selections: [String]

    /// The selected names; `nil` if all modules are selected.
    ///
    /// - Parameter source: The system in error messages.
    func names(among known: [String], of source: String) throws(UsageError) -> Set<String>? {
        if selections.isEmpty { return nil }
        let all = Set(known)
        var names: Set<String> = []
        for selection in selections {
            if all.contains(selection) {
                names.insert(selection)
                continue
            }
            for name in selection.split(separator: ",", omittingEmptySubsequences: true).map(String.init) {
                guard all.contains(name) else {
                    throw UsageError(
                        "--modules: \(source) has no module \(quoted(name)); expected one of: "
                            + known.prefix(50).joined(separator: ", "))
                }
                names.insert(name)
            }
        }
        return names
    }
}
