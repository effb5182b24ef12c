import Foundation
import Quire
import SampleModules
import Testing

/// An error with its complete text: what failed, why, and the remedy.
struct Remedy: CustomTestStringConvertible {
    var error: any Error
    var text: String

    init(_ error: any Error, _ text: String) {
        self.error = error
        self.text = text
    }

    var testDescription: String { text }

    /// Expects the text, on one line.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let found = "\(error)"
        #expect(found == text, sourceLocation: sourceLocation)
        #expect(!found.contains(".. ") && !found.contains("\n"), sourceLocation: sourceLocation)
        if let error = error as? any LocalizedError {
            #expect(error.errorDescription == found, sourceLocation: sourceLocation)
        }
    }
}

extension Remedy {
    /// A failed update of an author.
    static func failure(_ reason: WriteError.Reason, newer: String? = nil) -> WriteError {
        var operation = WriteOperation(.update, Authors.descriptor)
        operation.id = "1"
        var failure = WriteError(reason, operation, message: "the item was updated after it was read")
        failure.newer = newer.map { Data($0.utf8) }
        return failure
    }
}
