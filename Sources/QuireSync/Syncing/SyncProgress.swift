import QuireCore
import QuireText
import QuireToolbox

/// The progress of a sync.
public struct SyncProgress: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The number of items received so far, also by an interrupted first sync that this one continues. They become
    /// content at the end, all at once.
    public var items: Int
    /// The number of items to receive. `nil` if the server did not say.
    public var total: Int?
}

extension ContentSync {
    /// Returns the progress of a module's syncs from now on, until the loop is left or its task is cancelled.
    ///
    /// ```swift
    /// for await progress in sync.progress(of: Books.self) { print(progress.items, progress.total as Any) }
    /// ```
    /// For syncs that need several requests, which are those from PocketBase and of ``SelectedContent``. A slow reader
    /// gets the newest.
    public func progress<Module: ContentModule>(of module: Module.Type) -> AsyncStream<SyncProgress> {
        progress.stream { $0.module == Module.descriptor.name }
    }
}
