import Foundation
public import Quire

extension AlgoliaEngine {
    /// Sets the indexes of modules, and their replicas, to what searches need: facets, numbers, searchable words by
    /// weight, order. Indexes that are not there are made; what they hold stays.
    ///
    /// ```swift
    /// try await engine.prepare(ContentSchema.modules)
    /// // PUT /1/indexes/books/settings
    /// // {"attributesForFaceting":["filterOnly(p)",…],"searchableAttributes":["unordered(w_v_title)"],…}
    /// ```
    /// It waits until the settings count, whatever `waitsForTasks` says.
    public func prepare(_ modules: [ModuleDescriptor]) async throws {
        for module in modules {
            let index = index(of: module)
            try index.checkReplicas()
            try await set(index.settings(settings), of: index.name)
            for replica in index.replicas {
                try await set(
                    index.settings(of: replica, settings), of: settings.prefix + replica.name)
            }
        }
    }

    /// What `prepare` sends for a module's index, as JSON, for people to read.
    public func indexSettings(of module: ModuleDescriptor) -> String {
        PrettyJSON.text(index(of: module).settings(settings).data)
    }

    private func set(_ settings: JSONValue, of index: String) async throws {
        let answer = try await connection.send(
            .put, ["1", "indexes", index, "settings"], body: settings.data, .write)
        try await finish(IndexingTask(answer, index), wait: true)
    }

    // MARK: - Tasks

    /// Work that the service has taken on and does later.
    struct IndexingTask: Sendable {
        let index: String
        /// `nil` where the answer names none.
        let id: Int64?

        init(_ answer: Data, _ index: String) {
            self.index = index
            if case .integer(let id)? = (try? JSONValue(parsing: answer))?["taskID"] {
                self.id = id
            } else {
                id = nil
            }
        }
    }

    /// Waits until searches see a task's work, where that is wanted.
    func finish(_ task: IndexingTask, wait: Bool? = nil, deadline: Deadline? = nil) async throws {
        guard wait ?? settings.waitsForTasks, let id = task.id else { return }
        let path = ["1", "indexes", task.index, "task", String(id)]
        let deadline = deadline ?? .after(connection.timeout)
        var delay = Duration.milliseconds(50)
        while true {
            let data = try await connection.send(.get, path, .read, deadline: deadline)
            guard case .string(let status)? = (try? JSONValue(parsing: data))?["status"] else {
                throw AlgoliaAnswerError(
                    request: AlgoliaConnection.name(.get, path), place: "status", expected: "a text")
            }
            if status == "published" { return }
            try await Task.sleep(for: delay)
            delay = min(delay * 2, .seconds(2))
        }
    }
}

extension RecordIndex {
    /// - Throws: `QueryError` for a replica whose sort names what cannot be sorted by.
    func checkReplicas() throws {
        for replica in replicas {
            _ = try InstanceOrder(replica.sort, over: module.module.fields, module: module.module.name)
        }
    }
}
