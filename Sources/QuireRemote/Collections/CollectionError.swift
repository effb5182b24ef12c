import Foundation
import QuireToolbox

/// A collection of a search cluster (an index in OpenSearch) does not match its module.
public struct CollectionError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The reason for the error.
    public enum Reason: Sendable, Hashable {
        /// Its fields differ from what its name says, because something else changed them.
        case changed
        /// Another program changes its fields at the same time.
        case changing
        /// Another process is filling it, or was interrupted while filling it.
        case unfinished
        /// It does not exist, or is not live yet.
        case missing
        /// It was created for another schema.
        case otherSchema
        /// It exists, and cannot be changed to fit the schema without losing data.
        case incompatible
        /// Columns that a changed schema added are not filled yet.
        case unfilled
        /// Other programs wrote items without what Quire derives from them, so that no search would find them.
        case foreignItems
        /// Another program made it. Queries work on it, and Quire does not change it.
        case foreign
        /// Apps that do not know the columns of a changed schema go on writing.
        case outdatedWriters
    }

    public var reason: Reason
    /// The engine's name.
    public var engine: String
    public var collection: String
    /// Details for people to read.
    public var detail: String

    /// - Parameter facts: Details of the error. The first five are shown.
    package init(_ reason: Reason, engine: String, collection: String, facts: [String] = []) {
        self.reason = reason
        self.engine = engine
        self.collection = collection
        detail =
            facts.prefix(5).joined(separator: "; ")
            + (facts.count > 5 ? "; and \(facts.count - 5) more" : "")
    }

    public var description: String {
        let (failure, remedy) =
            switch reason {
            case .changed:
                (
                    "\(engine): the fields of the collection \(collection) were changed: \(detail)",
                    "Rebuild it: engine.prepare(…, restarting: true), or quire migrate --restart."
                )
            case .changing:
                (
                    "\(engine): the fields of the collection \(collection) are being changed by another program: "
                        + detail,
                    "Let one program prepare at a time, then call engine.prepare(…) again. It continues where it stopped."
                )
            case .unfinished:
                (
                    "\(engine): the collection \(collection) exists but is not live: \(detail). Another process is "
                        + "filling it, or ended before it was full",
                    "Wait for that process, or start over: engine.prepare(…, restarting: true), or quire migrate --restart."
                )
            case .otherSchema:
                (
                    "\(engine): the collection \(collection) was made for another schema: \(detail)",
                    "Call engine.prepare(…), or update the app."
                )
            case .incompatible:
                (
                    "\(engine): the collection \(collection) cannot be changed to fit the schema without losing data: "
                        + detail,
                    "Name the field or the module otherwise in the schema; or rename the collection, call "
                        + "engine.prepare(…) again, and copy the items with quire load."
                )
            case .unfilled:
                (
                    "\(engine): the columns \(detail) of the collection \(collection) are not filled yet",
                    "Call engine.prepare(…), which fills them, or wait for the process that does."
                )
            case .foreignItems:
                (
                    "\(engine): other programs wrote \(detail) into the collection \(collection) that no search would find",
                    "Add what they lack: engine.repair(…), or quire migrate --repair."
                )
            case .foreign:
                (
                    "\(engine): another program made the collection \(collection), so Quire does not change it",
                    "Queries and writes work on it as it is. Or prepare a collection of Quire's own beside it, under a prefix "
                        + "in the engine's settings."
                )
            case .outdatedWriters:
                (
                    "\(engine): the new columns of the collection \(collection) cannot be filled: \(detail)",
                    "Stop or update the apps that write with the former schema, then call engine.prepare(…) again. "
                        + "It continues where it stopped."
                )
            case .missing:
                (
                    "\(engine) has no collection of \(collection)\(detail.isEmpty ? "" : ": " + detail)",
                    "Create and fill it: engine.prepare(…), or quire load."
                )
            }
        return PlainText.error(failure, remedy)
    }

    public var errorDescription: String? { description }
}
