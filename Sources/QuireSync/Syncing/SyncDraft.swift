import Foundation

/// An item that a first sync has read. A store keeps such items apart from its content until the sync is complete, so
/// that a first sync that was interrupted continues where it stopped.
package struct SyncDraftItem: Sendable, Hashable {
    package var id: String
    /// The server's date in milliseconds.
    package var updated: Int64
    /// One instance in HALO's format.
    package var instance: Data

    package init(id: String, updated: Int64, instance: Data) {
        self.id = id
        self.updated = updated
        self.instance = instance
    }
}
