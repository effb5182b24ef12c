import QuireCore
import QuireEngine

/// The parts of an instance in a response: the requested fields, included related instances, texts in one language.
struct ResponseShape {
    private let module: ModuleDescriptor
    /// The requested values; `nil` for all.
    private let selected: SelectedValues?
    /// The included relations, with the related module of each.
    private let included: [String: String]
    /// The fields of related items.
    private let related: [RelatedValue]
    /// The languages to try, best first. Empty if the request has no locale.
    private let languages: [String]

    /// - Throws: `QueryError` for an unknown field, or an include that is not a relation.
    init(_ request: SearchRequest, locales: [LocaleDescriptor]) throws(QueryError) {
        module = request.module
        if let fields = request.fields {
            selected = try SelectedValues(fields, of: module)
        } else {
            selected = nil
        }
        var included: [String: String] = [:]
        for path in request.include {
            guard let name = path.fields.first else { continue }
            switch try module.relation(name, in: "include").kind {
            case .relation(let target), .relations(let target): included[name] = target
            default: break
            }
        }
        self.included = included
        related = try RelatedValue.values(of: request)
        languages =
            request.locale.map { name in [name] + (locales.first { $0.name == name }?.fallbacks ?? []) } ?? []
    }

    /// Returns the instance for a response. As on a server, relations are included one level deep. `find` returns the
    /// instance with a module's name and an id. If there is none, the relation stays an id.
    func applied(to instance: JSONValue, find: (String, String) -> JSONValue?) -> JSONValue {
        guard let values = instance.member("values") else { return instance }
        let visibleValues = values.mappingMembers { name, whole in
            guard let value = selected.map({ $0.part(of: whole, in: name) }) ?? whole else { return nil }
            if let target = included[name] { return filled(value) { find(target, $0) } }
            if case .localizedText? = module.fields[exactly: name]?.kind { return localized(value) }
            return value
        }
        return instance.setting("values", adding(from: instance, to: visibleValues, find))
    }

    /// The values with those of related items.
    private func adding(
        from instance: JSONValue, to values: JSONValue, _ find: (String, String) -> JSONValue?
    ) -> JSONValue {
        guard !related.isEmpty, case .object(var members) = values else { return values }
        for field in related {
            guard let value = field.value(in: instance, find: { find($0.name, $1) }) else { continue }
            let isLocalized = if case .localizedText = field.kind.innermost { true } else { false }
            members.append(.init(field.name, isLocalized ? localized(value) : value))
        }
        return .object(members)
    }

    private func filled(_ value: JSONValue, find: (String) -> JSONValue?) -> JSONValue {
        switch value {
        case .string(let id): find(id) ?? value
        case .array(let links): .array(links.map { filled($0, find: find) })
        default: value
        }
    }

    private func localized(_ value: JSONValue) -> JSONValue {
        if case .array(let values) = value {
            return .array(values.map(localized).filter { $0 != .null })
        }
        guard !languages.isEmpty, case .object = value else { return value }
        return languages.lazy.compactMap { value.member($0) }.first { $0 != .null } ?? .null
    }
}
