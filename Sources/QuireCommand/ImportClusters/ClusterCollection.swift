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
    /// Ids of a module's documents.
    struct IDs {
        var texts: Set<String>
        /// Whether these are the ids of all documents.
        var areAll: Bool
    }

    /// The modules, in the order of the collections.
    let modules: [String]
    private var named: [String: String] = [:]
    private var ids: [String: IDs] = [:]

    /// - Parameters:
    ///   - profiles: The figures about documents, by the collection's name.
    ///   - limit: The maximum number of documents that were read of each collection.
    init(_ collections: [ClusterCollection], _ profiles: [String: ObjectProfile] = [:], limit: Int = 0) {
        modules = collections.map(\.module)
        for collection in collections {
            for name in [collection.name] + collection.aliases { named[name] = collection.module }
            guard let profile = profiles[collection.name], let texts = profile.field("id")?.texts,
                texts.count > 0
            else { continue }
            ids[collection.module] = IDs(
                texts: Set(texts.distinct.counts.keys),
                areAll: profile.count < limit && !texts.distinct.isOverflowing)
        }
    }

    func module(of collection: String) -> String? { named[collection] }

    /// The ids of a module's documents; `nil` if no document shows its id.
    func ids(of module: String) -> IDs? { ids[module] }
}

/// The collections that Quire prepared.
enum QuireCollections {
    /// Leaves out collections without an alias, which an unfinished load or a changed schema left behind.
    static func removingLeftOvers(
        _ collections: [ClusterCollection], _ notes: inout ImportNotes
    ) -> [ClusterCollection] {
        var remainingCollections: [ClusterCollection] = []
        var names: [String: Int] = [:]
        for collection in collections {
            if collection.note != nil, collection.aliases.isEmpty {
                notes.warn(
                    "\(quoted(collection.name)) is not live, because no alias points to it; skipped",
                    at: collection.json.location)
                continue
            }
            if let earlier = names[collection.module] {
                let other = remainingCollections[earlier]
                notes.fail(
                    "\(quoted(other.name)) and \(quoted(collection.name)) both hold the module "
                        + "\(quoted(collection.module)). Choose one with --prefix",
                    at: collection.json.location)
                continue
            }
            names[collection.module] = remainingCollections.count
            remainingCollections.append(collection)
        }
        return remainingCollections
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
