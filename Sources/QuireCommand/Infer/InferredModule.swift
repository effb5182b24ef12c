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

    /// - Throws: `DataFiles.Failure` if a type of the user is not possible.
    func build(_ index: Int) throws -> InferredModule {
        let profile = modules[index]
        let location = SourceLocation(path: profile.files.first?.path ?? "", line: 1, column: 1)
        var built = InferredModule(
            module: ImportedModule(name: profile.name, location: location),
            report: ["\(profile.name): \(Text.count(profile.items.count, "item")), \(idReport(profile))"])
        for field in profile.items.fields where field.name != profile.removedID {
            let (imported, line) = try self.field(field, in: index)
            built.module.fields.append(imported)
            built.report.append(line)
            if case .localized(let locales) = imported.type { built.locales += locales }
        }
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
        }
        let path = "\(module.name).\(profile.name)"
        if let demoted = demoted[path] {
            proposal = TypeProposal(.named(demoted.type), demoted.reason)
        }
        if let wanted = options.type(of: profile.name, in: module.name) {
            proposal = TypeProposal(
                try TypeOption(wanted, of: path).type(for: profile, modules: modules.map(\.name)),
                "as --type says",
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
            || relation.total > profile.cells.values && profile.cells.values > 0
        let reason =
            "\(Text.count(relation.found)) of \(Text.count(relation.total)) values are ids of \(target)"
        return TypeProposal(
            isList ? .relations(module: target) : .relation(module: target), reason,
            blanks: isList ? 0 : profile.cells.blanks + profile.texts.blanks)
    }
}

extension ModuleProfile {
    fileprivate var location: SourceLocation {
        SourceLocation(path: files.first?.path ?? "", line: 1, column: 1)
    }
}
