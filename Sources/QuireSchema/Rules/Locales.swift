extension SchemaResolver {
    /// Checks that fallbacks are declared and have no cycles.
    func resolveLocales() -> [Locale] {
        var index: [String: Int] = [:]
        for (position, locale) in declarations.locales.enumerated() where index[locale.name.text] == nil {
            index[locale.name.text] = position
        }
        var locales: [Locale] = []
        var edges: [[Int]] = []
        for declared in declarations.locales {
            var targets: [Int] = []
            var fallbacks: [String] = []
            for fallback in declared.fallbacks {
                guard let target = index[fallback.text] else {
                    reportUnknown(
                        .unknownLocale, name: fallback, what: "locale", among: names.locales)
                    continue
                }
                targets.append(target)
                fallbacks.append(declarations.locales[target].name.text)
            }
            edges.append(targets)
            locales.append(
                Locale(name: declared.name.text, fallbacks: fallbacks, location: declared.name.location))
        }
        if let cycle = firstCycle(edges) {
            let names = cycle.map { declarations.locales[$0].name }
            diagnostics.error(
                .localeCycle, "the fallbacks of \(quoted(names[0].text)) lead back to it: \(path(of: names))",
                at: names[0].location)
        }
        return locales
    }

    /// The locale marked as the default, otherwise the first.
    func resolveDefaultLocale() -> String? {
        var marked: DeclaredLocale?
        for locale in declarations.locales where locale.defaultLocation != nil {
            guard let first = marked else {
                marked = locale
                continue
            }
            diagnostics.error(
                .conflictingDefaultLocale, "only one locale can be the default", at: locale.defaultLocation,
                note: "\(quoted(first.name.text)) is the default already", noteAt: first.defaultLocation)
        }
        return marked?.name.text ?? declarations.locales.first?.name.text
    }

    /// `'a' → 'b' → 'a'`.
    func path(of names: [LocatedText]) -> String {
        var text = ""
        for name in names.prefix(8) { text += quoted(name.text) + " → " }
        if names.count > 8 { text += "… → " }
        return text + quoted(names[0].text)
    }
}

/// The nodes of the first cycle of a graph, in order. Does not recurse, because the schema decides the depth.
func firstCycle(_ edges: [[Int]]) -> [Int]? {
    var isDone = [Bool](repeating: false, count: edges.count)
    var placeOnPath = [Int](repeating: -1, count: edges.count)
    for start in edges.indices where !isDone[start] {
        var path: [Int] = [start]
        var nextEdge: [Int] = [0]
        placeOnPath[start] = 0
        while let node = path.last, let edge = nextEdge.last {
            if edge == edges[node].count {
                isDone[node] = true
                placeOnPath[node] = -1
                path.removeLast()
                nextEdge.removeLast()
                continue
            }
            nextEdge[nextEdge.count - 1] = edge + 1
            let target = edges[node][edge]
            if placeOnPath[target] >= 0 { return Array(path[placeOnPath[target]...]) }
            if isDone[target] { continue }
            placeOnPath[target] = path.count
            path.append(target)
            nextEdge.append(0)
        }
    }
    return nil
}
