import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireToolbox

/// The reasons why indexing cannot start, or why a component violated its contract.
public enum IndexingError: Error, Sendable, Hashable {
    /// No indexer accepts a type that a provider reports.
    case noIndexer(type: String)
    /// Two providers report the same type.
    case twoProviders(type: String)
    /// A provider can only report to its own journal.
    case otherJournal(index: String)
    /// Another monitor with the same name runs on the same journal.
    case running(index: String)
    /// An indexer returned a different number of objects than requested.
    case wrongCount(type: String, expected: Int, found: Int)
    /// A provider returned a page whose cursor does not advance.
    case stuckCursor(type: String)
    /// An index lost its content. All objects of the type are reindexed.
    case lost(type: String)
    /// A text is not an identifier of this index.
    case foreignIdentifier(String)
}

extension IndexingError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .noIndexer(let type):
            "No indexer handles \"\(type)\", which a provider reports. Add one, or remove the type."
        case .twoProviders(let type):
            "Two providers report \"\(type)\". Add each type once."
        case .otherJournal(let index):
            "The changes of a store are journaled in its own file. Give \"\(index)\" that store as its journal."
        case .running(let index):
            "Another monitor called \"\(index)\" runs over the same journal. Use that one, or another name."
        case .wrongCount(let type, let expected, let count):
            "The indexer of \"\(type)\" returned \(count) objects for \(expected). Return nil for each object that does "
                + "not exist."
        case .stuckCursor(let type):
            "The provider of \"\(type)\" returned the cursor that it was given. Return nil after the last page."
        case .lost(let type):
            "The index has lost objects of \"\(type)\". Nothing is to be done: Quire indexes all of them again."
        case .foreignIdentifier(let text):
            "\"\(PlainText.oneLine(text.shortened))\" is not an identifier of this formatter. Check where it comes from."
        }
    }

    public var errorDescription: String? { description }

    /// The text of an error for storage: errors known to hide secrets in full, others only by their type.
    static func reason(_ error: any Error) -> String {
        let text: String
        switch error {
        case let failure as ObjectIndexError: text = failure.reason
        case is IndexingError, is WriteError, is UnsupportedError, is QueryError, is ContentDecodingError,
            is TransportError, is EmptyBatchError, is CancellationError:
            text = "\(error)"
        case let error as any IndexReason: text = error.indexReason
        default: text = "\(type(of: error)), code \((error as NSError).code)"
        }
        return String(text.prefix(500))
    }
}
