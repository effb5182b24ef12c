#if SQLite
import Foundation
import Quire
import QuireStore

/// `migrate FILE RELEASE POLICY [unnumbered]`: opens a store with the schema of one release of an app, and changes an
/// item.
///
/// Release 1 has a title and a numeric count; release 2 adds a subtitle, and its count is a string. Lines: `opened`,
/// then `changed N` with the number of migrated modules, or `refused CODE: TEXT`.
package enum Migrating {
    package static func module(release: Int) -> ModuleDescriptor {
        let title = FieldDescriptor(name: "title", kind: .text)
        let fields =
            release == 1
            ? [title, FieldDescriptor(name: "count", kind: .integer)]
            : [
                title, FieldDescriptor(name: "count", kind: .text),
                FieldDescriptor(name: "subtitle", kind: .text),
            ]
        return ModuleDescriptor(name: "shared", fields: fields)
    }

    static func run(_ arguments: Arguments) async throws {
        var options = StoreOptions()
        if arguments.text(2) != "unnumbered" { options.schemaVersion = arguments.number(0) }
        options.downgradePolicy = DowngradePolicy(rawValue: arguments.text(1)) ?? .warn
        do {
            let module = module(release: arguments.number(0))
            let store = try await Store(.file(arguments.file), modules: [module], options: options) {
                if $0.items.isMultiple(of: 500) { say("\($0.items)") }
            }
            say("opened")
            say("changed \(store.schemaChanges.count)")
            await store.close()
        } catch let error as StoreError {
            say("refused \(error.code.rawValue): \(error)")
        }
    }
}
#endif
