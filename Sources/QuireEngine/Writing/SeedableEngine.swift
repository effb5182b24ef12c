import QuireCore

/// An engine on this device that a test can fill with items.
package protocol SeedableEngine: ContentEngine {
    /// Stores complete items, with their dates and metadata.
    ///
    /// - Throws: `WriteError` for an item that a write would refuse; the engine's errors.
    func seed<Module: ContentModule>(_ items: [Content<Module>]) async throws

    /// Releases files and connections. Later requests may throw.
    func close() async
}
