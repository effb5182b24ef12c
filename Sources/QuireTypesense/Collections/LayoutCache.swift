import Foundation
import Quire

/// The layouts of modules, each made once.
final class LayoutCache: @unchecked Sendable {
    private let settings: TypesenseSettings
    private let lock = NSLock()
    private var layouts: [ModuleDescriptor: CollectionLayout] = [:]

    init(_ settings: TypesenseSettings) { self.settings = settings }

    subscript(module: ModuleDescriptor) -> CollectionLayout {
        if let known = lock.withLock({ layouts[module] }) { return known }
        let layout = CollectionLayout(module, settings)
        lock.withLock { layouts[module] = layout }
        return layout
    }
}
