import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

extension AlgoliaEngine {
    /// An indexing task that the service has accepted and carries out later.
    struct IndexingTask: Sendable {
        let index: String
        /// The id; `nil` if the response has none.
        let id: Int64?

        init(_ response: Data, _ index: String) {
            self.index = index
            if case .integer(let id)? = (try? JSONValue(parsing: response))?["taskID"] {
                self.id = id
            } else {
                id = nil
            }
        }
    }

    /// Waits until searches see the result of a task, if that is wanted.
    func finish(_ task: IndexingTask?, wait: Bool? = nil, deadline: Deadline? = nil) async throws {
        guard wait ?? settings.waitsForTasks, let task, let id = task.id else { return }
        let path = ["1", "indexes", task.index, "task", String(id)]
        let deadline = deadline ?? connection.deadline()
        var delay = Duration.milliseconds(50)
        while true {
            let data = try await connection.send(.get, path, .read, deadline: deadline)
            guard case .string(let status)? = (try? JSONValue(parsing: data))?["status"] else {
                throw AlgoliaResponseError(
                    request: AlgoliaConnection.name(.get, path), place: "status", expected: "a text")
            }
            if status == "published" { return }
            try await Task.sleep(for: delay)
            delay = min(delay * 2, .seconds(2))
        }
    }
}
