import QuireGenerator
import QuireTerminal

/// Proposes what queries can do with the members of objects, as for fields: operators, order, facets, search.
struct MemberProposer {
    /// The most members of a module that become fields of queries. Each is a column, and the outer ones come first.
    static let mostMembers = 60

    /// The names of the module's own fields. A member whose path is one of them stays as it is.
    let taken: Set<String>
    let relations: NestedRelationFinder
    private(set) var count = 0
    /// A line for each member with settings, and one for those beyond the limit.
    private(set) var report: [String] = []
    private var beyond = 0

    private init(_ fields: [ImportedField], _ relations: NestedRelationFinder) {
        taken = Set(fields.map(\.name))
        self.relations = relations
    }

    /// The report's lines about a module.
    static func apply(
        to module: inout ImportedModule, profile: ModuleProfile, relations: NestedRelationFinder
    ) -> [String] {
        var proposer = MemberProposer(module.fields, relations)
        for depth in 0..<TypeProposer.deepestObject {
            for index in module.fields.indices {
                guard let field = profile.items.field(module.fields[index].name) else { continue }
                proposer.visit(
                    &module.fields[index], field, path: module.fields[index].name, isListed: false,
                    depth: depth, in: module.name)
            }
        }
        if proposer.beyond > 0 {
            proposer.report.append(
                "\(module.name): \(Text.count(proposer.beyond, "member")) of objects beyond the first \(mostMembers) "
                    + "\(proposer.beyond == 1 ? "is" : "are") only read and written; give those that queries need 'operators'"
            )
        }
        return proposer.report
    }

    /// Visits the members that are a number of objects below a field.
    private mutating func visit(
        _ field: inout ImportedField, _ profile: FieldProfile, path: String, isListed: Bool, depth: Int,
        in module: String
    ) {
        guard let (members, isList) = field.type.members,
            let objects = [profile, profile.element, profile.container, profile.container.element]
                .first(where: { $0.objects > 0 })?.members
        else { return }
        let isListed = isListed || isList
        var changed = members
        for index in changed.indices where !changed[index].name.contains(".") {
            guard let member = objects.field(changed[index].name) else { continue }
            let place = "\(path).\(changed[index].name)"
            guard !taken.contains(place) else { continue }
            if depth > 0 {
                visit(
                    &changed[index], member, path: place, isListed: isListed, depth: depth - 1, in: module)
            } else {
                propose(
                    &changed[index], member, at: "\(module).\(place)", isListed: isListed,
                    objects: objects.count)
            }
        }
        field.type = isList ? .objects(changed) : .object(changed)
    }

    private mutating func propose(
        _ member: inout ImportedField, _ profile: FieldProfile, at path: String, isListed: Bool,
        objects: Int
    ) {
        var proposed = member
        var reasons: [String] = []
        let names = path.split(separator: ".").dropFirst().map(String.init)
        let relation = relations.relation(of: profile, at: names)
        if let relation {
            proposed.type = relation.type
            proposed.isRequired = member.isRequired && profile.texts.empties + profile.cells.empties == 0
            proposed.operators = profile.lists > 0 ? ["in", "!in", "contains"] : Self.operatorsOfIDs
            reasons = [relation.share]
        } else if NameHints.keys.contains(NameWords(member.name).words.last ?? ""), member.type.isKey {
            proposed.operators = Self.operatorsOfIDs
        } else {
            reasons = SettingsProposer.apply(to: &proposed, profile: profile, items: objects)
            // What objects hold ranks below the item's own texts.
            proposed.searchWeight = proposed.searchWeight.map { $0 > 4 ? 4 : $0 > 2 ? 2 : 1 }
        }
        if isListed, proposed.isSortable {
            // Items have no order by a member of listed objects, of which they have any number.
            proposed.isSortable = false
            if proposed.type.isOrdered { proposed.operators = Self.ordered }
        }
        guard
            proposed.isSortable || proposed.facet != nil || proposed.searchWeight != nil
                || proposed.operators != nil
        else { return }
        guard count < Self.mostMembers else {
            beyond += 1
            return
        }
        count += 1
        member = proposed
        let settings = [
            member.isSortable ? "sortable" : nil,
            member.operators.map { "operators \($0.joined(separator: " "))" },
            member.facet != nil && !reasons.contains { $0.hasPrefix("facet") } ? "facet" : nil,
            member.searchWeight != nil && !reasons.contains { $0.hasPrefix("searchable") }
                ? "searchable" : nil,
        ]
        let presence =
            profile.count == objects
            ? "in all objects" : "in \(Text.count(profile.count)) of \(Text.count(objects)) objects"
        report.append(
            "\(path): \(member.type.label), "
                + ([presence] + settings.compactMap(\.self) + reasons).joined(separator: "; "))
    }

    private static let operatorsOfIDs = ["=", "!=", "in", "!in"]
    private static let ordered = ["=", "!=", "<", "<=", ">", ">=", "in", "!in", "between"]
}

extension ImportedType {
    /// The members of an object, or of the objects in a list.
    fileprivate var members: (members: [ImportedField], isList: Bool)? {
        switch self {
        case .object(let members): (members, false)
        case .objects(let members): (members, true)
        default: nil
        }
    }

    /// Whether the values may be ids.
    fileprivate var isKey: Bool {
        switch self {
        case .named(let name): ["integer", "text"].contains(name)
        default: false
        }
    }

    /// Whether one value is a number or a date.
    fileprivate var isOrdered: Bool {
        switch self {
        case .named(let name): ["integer", "number"].contains(name)
        case .date: true
        default: false
        }
    }
}
