import Foundation
import QuireCore
import QuireRemote

/// A record of a response. Its id and its date are read only on demand.
struct Record: Sendable {
    let instance: StoredSlice
    let response: Data
    /// Where the JSON of the id and of the date is.
    let idPlace: Range<Int>
    let updatedPlace: Range<Int>

    var id: String { text(at: idPlace) }

    /// When the server stored it last, as `2024-05-06 05:08:09.123Z`. Empty if the collection has no such field.
    var updated: String { text(at: updatedPlace) }

    private func text(at place: Range<Int>) -> String { response.json(at: place)?.string ?? "" }
}
