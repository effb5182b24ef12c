import Foundation
import QuireCore

/// What an engine has worked out of modules, each once.
package final class ModuleCache<Layout: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var layouts: [ModuleDescriptor: Layout] = [:]

    package init() {}

    /// The module's layout, made where there is none yet.
    package func layout<Failure: Error>(
        of module: ModuleDescriptor, _ make: () throws(Failure) -> Layout
    ) throws(Failure) -> Layout {
        lock.lock()
        let known = layouts[module]
        lock.unlock()
        if let known { return known }
        let layout = try make()
        lock.lock()
        // A schema has so many modules; who makes descriptors for each query has them made anew.
        if layouts.count >= 1000 { layouts = [:] }
        layouts[module] = layout
        lock.unlock()
        return layout
    }
}
