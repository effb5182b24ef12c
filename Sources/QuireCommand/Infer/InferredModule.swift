import QuireGenerator
import QuireSchema
import QuireTerminal

/// A module of the inferred schema, and the report about its fields.
struct InferredModule {
    var module: ImportedModule
    var report: [String]
    var locales: [String] = []
}

/// Builds the schema's modules from the profiles.
struct ModuleBuilder {
    let modules: [ModuleProfile]
    let relations: RelationFinder
    let options: ProposalOptions
    /// Fields whose first proposal did not fit every item, with the type instead.
    var demoted: [String: (type: String, reason: String)] = [:]
    /// The places whose latitude and longitude stay fields of their own, because they are no place in all items.
    private var splitPlaces: Set<String> = []

    init(modules: [ModuleProfile], relations: RelationFinder, options: ProposalOptions) {
        self.modules = modules
        self.relations = relations
        self.options = options
    }

    /// Keeps a latitude and a longitude apart. Returns whether the field is a place of both.
    mutating func splitPlace(_ field: String, of module: String) -> Bool {
        guard let profile = modules.first(where: { $0.name == module }),
            places(of: profile).contains(where: { $0.place == field })
        else { return false }
        splitPlaces.insert("\(module).\(field)")
        return true
    }

    private func places(of profile: ModuleProfile) -> [PlaceName.Pair] {
        profile.places.filter { pair in
            !splitPlaces.contains("\(profile.name).\(pair.place)")
                && pair.names.allSatisfy {
                    $0 != profile.removedID && options.type(of: $0, in: profile.name) == nil
                }
        }
    }

    /// - Throws: `DataFiles.Failure` if a type of the user is not possible.
    func build(_ index: Int) throws -> InferredModule {
        let profile = modules[index]
        let location = SourceLocation(path: profile.files.first?.path ?? "", line: 1, column: 1)
        var built = InferredModule(
            module: ImportedModule(name: profile.name, location: location),
            report: ["\(profile.name): \(Text.count(profile.items.count, "item")), \(idReport(profile))"])
        let places = places(of: profile)
        for field in profile.items.fields where field.name != profile.removedID {
            if places.contains(where: { $0.longitude == field.name }) { continue }
            if let place = places.first(where: { $0.latitude == field.name }) {
                let (imported, line) = self.place(place, field, in: profile)
                built.module.fields.append(imported)
                built.report.append(line)
                continue
            }
            let (imported, line) = try self.field(field, in: index)
            built.module.fields.append(imported)
            built.report.append(line)
            if case .localized(let locales) = imported.type { built.locales += locales }
        }
        built.report += MemberProposer.apply(
            to: &built.module, profile: profile,
            relations: NestedRelationFinder(modules: modules, holder: index))
        if let popularity = SettingsProposer.popularity(of: built.module.fields) {
            built.module.popularity = popularity
            built.report.append("\(profile.name): full text ranks equal matches by \(popularity)")
        }
        return built
    }

    private func idReport(_ profile: ModuleProfile) -> String {
        if profile.hasEnvelopes { return "ids from \"id\"" }
        if let chosen = profile.ids.chosen?.name { return "ids from \(quoted(chosen))" }
        let repeated = profile.ids.candidates.first { $0.repeated != nil && $0.missing == nil }
        let reason =
            repeated.map {
                "; \(quoted($0.name)) repeats \(quoted($0.repeatedID)) in line \($0.repeated ?? 0)"
            } ?? ""
        return "no field identifies them, so load generates ids from their content\(reason)"
    }

    private func field(_ profile: FieldProfile, in index: Int) throws -> (ImportedField, String) {
        let module = modules[index]
        let items = module.items.count
        var proposal = TypeProposer(options: options).proposal(for: profile)
        if let relation = relations.relation(of: profile.name, in: index) {
            proposal = self.relation(relation, profile)
        } else if let rejected = relations.rejected(of: profile.name, in: index) {
            proposal.add(rejected.advice(to: modules[rejected.target].name))
        }
        let path = "\(module.name).\(profile.name)"
        if let demoted = demoted[path] {
            proposal = TypeProposal(.named(demoted.type), demoted.reason)
        }
        if let requestedType = options.type(of: profile.name, in: module.name) {
            proposal = TypeProposal(
                try TypeOption(requestedType, of: path).type(for: profile, modules: modules.map(\.name)),
                (["as --type says"] + [relations.share(of: profile.name, in: index)].compactMap { $0 })
                    .joined(separator: "; "),
                blanks: profile.texts.blanks + profile.cells.blanks)
        }
        if case .named(let name) = proposal.type, ["text", "longText", "html", "json"].contains(name) {
            proposal.blanks = 0
        }
        var field = ImportedField(name: profile.name, type: proposal.type, location: module.location)
        field.isRequired = profile.count > 0 && profile.count - proposal.blanks == items
        var reasons = [proposal.reason].filter { !$0.isEmpty }
        reasons += SettingsProposer.apply(to: &field, profile: profile, items: items)
        let present = profile.count - proposal.blanks
        let presence =
            present == items ? "in all items" : "in \(Text.count(present)) of \(Text.count(items)) items"
        return (field, "\(path): \(field.type.label), \(([presence] + reasons).joined(separator: "; "))")
    }

    private func relation(_ relation: RelationFinder.Candidate, _ profile: FieldProfile) -> TypeProposal {
        let target = modules[relation.target].name
        let isList =
            profile.lists > 0 || profile.container.lists > 0
            || profile.cells.count > 0 && relation.total > profile.cells.count - profile.cells.empties
        return TypeProposal(
            isList ? .relations(module: target) : .relation(module: target), relation.share(of: target),
            blanks: isList ? 0 : profile.cells.empties + profile.texts.empties)
    }

    private func place(
        _ pair: PlaceName.Pair, _ latitude: FieldProfile, in module: ModuleProfile
    ) -> (ImportedField, String) {
        var field = ImportedField(name: pair.place, type: .named("geopoint"), location: module.location)
        let present = latitude.count - latitude.cells.blanks
        field.isRequired = present == module.items.count
        let presence =
            field.isRequired
            ? "in all items" : "in \(Text.count(present)) of \(Text.count(module.items.count)) items"
        let names = pair.names.map(quoted).joined(separator: " and ")
        let zeros =
            latitude.cells.count == 0 || latitude.cells.numbers.isNumber
            ? "" : "; zeros at the end are dropped"
        return (field, "\(module.name).\(pair.place): geopoint, \(presence); from \(names)\(zeros)")
    }
}

extension ModuleProfile {
    /// The pairs of fields that are a latitude and a longitude by their names and ranges.
    fileprivate var places: [PlaceName.Pair] {
        PlaceName.pairs(of: items.fields.map(\.name)).filter { pair in
            guard let north = pair.latitude.flatMap(items.field),
                let east = pair.longitude.flatMap(items.field)
            else { return false }
            return north.isCoordinate(within: 90) && east.isCoordinate(within: 180)
                && north.count - north.cells.blanks == east.count - east.cells.blanks
        }
    }

    fileprivate var location: SourceLocation {
        SourceLocation(path: files.first?.path ?? "", line: 1, column: 1)
    }
}

extension FieldProfile {
    /// Whether all values are numbers within a limit.
    fileprivate func isCoordinate(within limit: Double) -> Bool {
        if cells.count == count, cells.values > 0 {
            return cells.numbers.areDegrees && cells.numbers.largest <= limit
        }
        return count > 0 && numberCount == count && inexact == nil && largest <= limit
    }
}
