extension SchemaResolver {
    /// The fields of a mixin, after those of the mixins that it names. Reports mistakes in them, also if no module uses it.
    mutating func checkedFields(ofMixin index: Int) -> [Field] {
        var flattening = Flattening()
        flatten(declarations.mixins[index].mixins, into: &flattening, path: [index])
        flattening.fields += mixinFields[index]
        checkUniqueFields(flattening.fields)
        checkFormerNames(of: flattening.fields)
        return flattening.fields
    }

    /// A module with its own fields and those of its mixins.
    mutating func resolveModule(_ declared: DeclaredModule) -> Module {
        var module = declared.module
        var flattening = Flattening()
        flatten(declared.mixins, into: &flattening, path: [])
        flattening.fields += resolveFields(declared.fields, mixin: nil)
        checkUniqueFields(flattening.fields)
        checkFormerNames(of: flattening.fields)
        checkPaths(flattening.fields)
        if flattening.fields.count > SchemaResolver.mostFieldsOfModule {
            diagnostics.error(
                .tooManyFields,
                "the module \(quoted(module.name)) has more than \(SchemaResolver.mostFieldsOfModule) fields",
                at: module.nameLocation)
        }
        module.fields = flattening.fields
        module.ranking = resolveRanking(declared, flattening.fields)
        module.embedding = resolveEmbedding(declared, flattening.fields)
        checkHasSearchableField(module, declared)
        return module
    }

    /// The fields collected from a tree of mixins.
    private struct Flattening {
        var fields: [Field] = []
        var seen: Set<Int> = []
    }

    /// Adds the fields of the mixins and of those that they name, each mixin once.
    private mutating func flatten(
        _ names: [LocatedText], into flattening: inout Flattening, path: [Int], isNested: Bool = false
    ) {
        for name in names {
            mixinSteps += 1
            if mixinSteps > SchemaResolver.mostMixinSteps {
                diagnostics.error(
                    .tooManyFields, "mixins are combined more than \(SchemaResolver.mostMixinSteps) times",
                    at: name.location)
                return
            }
            // An unknown mixin is reported only where it is named, not for everything that reaches it.
            guard let index = isNested ? mixinIndex[name.text] : findMixin(name) else { continue }
            if let place = path.firstIndex(of: index) {
                reportCycle(Array(path[place...]), closedBy: name)
                continue
            }
            if path.count > SchemaResolver.deepestMixin {
                diagnostics.error(
                    .mixinTooDeep, "mixins name mixins more than \(SchemaResolver.deepestMixin) levels deep",
                    at: name.location)
                return
            }
            if flattening.fields.count > SchemaResolver.mostFieldsOfModule { return }
            guard flattening.seen.insert(index).inserted else { continue }
            flatten(
                declarations.mixins[index].mixins, into: &flattening, path: path + [index], isNested: true)
            flattening.fields += mixinFields[index]
        }
    }

    /// Reports a cycle once, for its mixin that is declared first.
    private func reportCycle(_ cycle: [Int], closedBy name: LocatedText) {
        guard let first = cycle.min(), cycle.first == first else { return }
        let names = cycle.map { declarations.mixins[$0].name }
        diagnostics.error(
            .mixinCycle, "the mixin \(quoted(names[0].text)) contains itself: \(path(of: names))",
            at: name.location)
    }
}
