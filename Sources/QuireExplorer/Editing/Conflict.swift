import QuireCore

/// A change of an item that somebody else has changed since the page loaded it.
struct Conflict: Sendable {
    /// The values that the page wants, over what is stored.
    var mine: JSONValue
    /// What is stored; `nil` if the item was deleted.
    var theirs: JSONValue?
    /// The values that the page had loaded.
    var base: JSONValue
    /// The fields that both have changed.
    var fields: [String]

    /// Compares what is stored with what the page had loaded; `nil` if the change can be made.
    init?(of change: ItemEdit, stored: JSONValue?) {
        guard let base = change.base, !change.isForced, change.action != .create else { return nil }
        let baseValues = base.member("values") ?? .object([])
        let storedValues = stored?.member("values") ?? .object([])
        let digests = base.member("digests")
        let isNewer = stored?.member("updatedAt") != base.member("meta")?.member("updatedAt")
        let compared =
            change.action == .delete ? change.module.fields.map(\.name) : change.changedFields
        let differing = compared.filter { name in
            if let digests {
                let value = storedValues.member(name) ?? .null
                return (digests.member(name) ?? .null) != (value == .null ? .null : value.digest)
            }
            // A cut value cannot be compared, but the time of the last change can.
            if base.member("cut")?.member(name) != nil { return isNewer }
            return (storedValues.member(name) ?? .null) != (baseValues.member(name) ?? .null)
        }
        guard stored == nil || !differing.isEmpty else { return nil }
        self.base = baseValues
        theirs = stored
        fields = differing
        var mine = storedValues
        if case .object(let members) = change.values {
            for member in members {
                mine =
                    member.value == .null
                    ? mine.removing(member.name) : mine.setting(member.name, member.value)
            }
        }
        self.mine = mine
    }

    var error: ExplorerError {
        var error = ExplorerError(
            .conflict,
            theirs == nil
                ? "The item was deleted since it was loaded. Create it again, or drop your changes."
                : "The item was changed since it was loaded. Choose a value for each field that differs.")
        error.details = [
            .init(
                "conflict",
                .record([
                    "mine": .record(["values": mine]), "theirs": theirs.map { ItemJSON.whole.row($0) },
                    "base": .record(["values": base]), "fields": fields.json,
                ]))
        ]
        return error
    }
}
