import QuireSchema

/// A collection, or an index, as a cluster describes it.
struct ClusterCollection {
    /// Its own name.
    var name: String
    /// The name of its module: that of its alias, without the prefix.
    var module: String
    var json: JSONValue
    /// The aliases that point to it.
    var aliases: [String] = []
    /// The module from which Quire prepared it.
    var note: Note?

    /// The description of a module that Quire keeps beside the collection.
    struct Note {
        var module: JSONValue
        var prefix: String
        /// The module as JSON.
        var text: String

        /// Reads `{"version": 1, "prefix": "", "module": {…}}`.
        init?(_ json: JSONValue?) {
            guard let json, let module = json.value(of: "module"), module.value(of: "name")?.string != nil,
                module.value(of: "fields")?.kind == .array
            else { return nil }
            self.module = module
            prefix = json.value(of: "prefix")?.string ?? ""
            text = module.text
        }
    }
}

/// The modules that references point to, by the names of collections and aliases.
struct ReferenceTargets {
    private var modules: [String: String] = [:]

    init(_ collections: [ClusterCollection]) {
        for collection in collections {
            for name in [collection.name] + collection.aliases { modules[name] = collection.module }
        }
    }

    func module(of collection: String) -> String? { modules[collection] }
}

/// The collections that Quire prepared.
enum PreparedCollections {
    /// Leaves out collections without an alias, which an unfinished load or a changed schema left behind.
    static func removingLeftOvers(
        _ collections: [ClusterCollection], _ notes: inout ImportNotes
    ) -> [ClusterCollection] {
        var kept: [ClusterCollection] = []
        var names: [String: Int] = [:]
        for collection in collections {
            if collection.note != nil, collection.aliases.isEmpty {
                notes.warn(
                    "\(quoted(collection.name)) is not live, because no alias points to it; skipped",
                    at: collection.json.location)
                continue
            }
            if let earlier = names[collection.module] {
                let other = kept[earlier]
                notes.fail(
                    "\(quoted(other.name)) and \(quoted(collection.name)) both hold the module "
                        + "\(quoted(collection.module)). Choose one with --prefix",
                    at: collection.json.location)
                continue
            }
            names[collection.module] = kept.count
            kept.append(collection)
        }
        return kept
    }
}

/// The names of modules for collections that Quire did not prepare.
enum CollectionNaming {
    /// The only alias of the collection that points to nothing else, otherwise the collection's name; `nil` if neither
    /// has the prefix.
    static func module(
        of collection: String, aliases: [String], shared: Set<String>, prefix: String
    ) -> String? {
        let own = aliases.filter { !shared.contains($0) }
        let name = own.count == 1 ? own[0] : collection
        for name in [name, collection] where name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count {
            return String(name.dropFirst(prefix.count))
        }
        return nil
    }
}
