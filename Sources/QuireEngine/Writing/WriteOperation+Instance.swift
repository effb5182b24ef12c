import Foundation
import QuireCore
import QuireText

extension WriteOperation {
    /// Applies the operation to an instance. A partial operation changes the values that it names. A complete one
    /// replaces everything except what writers cannot set.
    package func instance(over base: JSONValue) -> JSONValue {
        var instance = base.removingNulls
        if let id { instance = instance.setting("id", .string(id)) }
        if let moduleID { instance = instance.setting("module", .string(moduleID)) }
        instance = metadata.applied(to: instance)
        if let createdAt { instance = instance.setting("createdAt", .integer(createdAt.milliseconds)) }
        var kept = isWhole ? JSONValue.object([]) : instance.member("values") ?? .object([])
        if case .object = kept {} else { kept = .object([]) }
        if case .object(let members) = values {
            for member in members {
                kept =
                    member.value == .null
                    ? kept.removing(member.name) : kept.setting(member.name, member.value)
            }
        }
        return instance.setting("values", kept)
    }
}

extension MetadataChanges {
    /// Applies these changes to the instance.
    fileprivate func applied(to instance: JSONValue) -> JSONValue {
        var instance = instance
        switch name.kind {
        case .leave: break
        case .clear, .set(nil): instance = instance.removing("name")
        case .set(let text?): instance = instance.setting("name", .string(text))
        }
        switch tags.kind {
        case .leave: break
        case .clear: instance = instance.setting("tags", .array([]))
        case .set(let tags):
            var json = JSONWriter()
            tags.write(to: &json, .epochMilliseconds)
            instance = instance.setting("tags", JSONValue(written: json))
        }
        for (name, change) in dates {
            switch change.kind {
            case .leave: break
            case .clear, .set(nil): instance = instance.removing(name)
            case .set(let date?): instance = instance.setting(name, .integer(date.milliseconds))
            }
        }
        return instance
    }
}

extension JSONValue {
    /// Returns the object without the members that are null.
    fileprivate var removingNulls: JSONValue {
        guard case .object(let members) = self else { return .object([]) }
        return .object(members.filter { $0.value != .null })
    }
}
