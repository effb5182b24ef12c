import Foundation
import QuireCore

/// Caches the layouts that an engine computes for modules.
package final class ModuleCache<Layout: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var layouts: [ModuleDescriptor: Layout] = [:]

    package init() {}

    /// Returns the module's layout, creating it if needed.
    package func layout<Failure: Error>(
        of module: ModuleDescriptor, _ make: () throws(Failure) -> Layout
    ) throws(Failure) -> Layout {
        lock.lock()
        let known = layouts[module]
        lock.unlock()
        if let known { return known }
        let layout = try make()
        lock.lock()
        // A schema has a limited number of modules. Callers that create descriptors for each query do not benefit.
        if layouts.count >= 1000 { layouts = [:] }
        layouts[module] = layout
        lock.unlock()
        return layout
    }
}
