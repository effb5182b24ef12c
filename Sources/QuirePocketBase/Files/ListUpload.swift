import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// The upload of files into a list of a managed collection.
///
/// The list is JSON with addresses, so it may also have those of other servers. The files are in a column beside it. So
/// there are two writes: one stores the files, the other adds their addresses to the list. After an upload that was cut off
/// between the two, the list is as before, and the record keeps files that it does not show.
///
/// Outside of batches, PocketBase reads a record, changes it, and stores it as a whole. A write at the same time may then
/// remove the files again. So they are looked for at the end.
struct ListUpload {
    let upload: FileUpload
    let field: RecordField
    /// The column of the files.
    let column: String
    let layout: CollectionLayout
    let engine: PocketBaseEngine

    private var id: String { upload.operation.id ?? "" }
    private var files: FileAddress { engine.connection.files }

    /// - Returns: The stored instance.
    func send(deadline: Deadline, _ progress: RequestUpload.Progress?) async throws -> Data {
        let names = try await store(besides: try await held(deadline), deadline, progress)
        let addresses = names.map { JSONValue.string(files.address(of: $0, in: layout.name, id: id)) }
        let keepsOthers = upload.keepsOthers
        do {
            let instance = try await change { keepsOthers ? $0 + addresses : addresses }
            try await verify(names, deadline)
            return instance
        } catch let error as WriteError where error.reason != .noResponse {
            // Nothing shows the files. If they cannot be removed now, nobody misses the room but the server.
            try? await remove(names, deadline)
            throw error
        }
    }

    // MARK: - The files

    /// Stores the files, and returns the names that the server gave them.
    ///
    /// In a batch if the server allows that, because only its transaction keeps other writes of the record apart.
    private func store(
        besides former: Set<String>, _ deadline: Deadline, _ progress: RequestUpload.Progress?
    ) async throws -> [String] {
        if try await engine.batchSupport.isOn(engine.connection) {
            let part = JSONValue.of([
                "method": .string("PATCH"), "body": .empty,
                "url": .string(PocketBaseConnection.relativeAddress(path, query)),
            ])
            let body = try upload.body(
                as: "requests.0.\(column)+", payload: .of(["requests": .array([part])]))
            defer { body.remove() }
            let call = PocketBaseCall(.post, ["batch"], action: action)
            if let names = try await repeated(sending(body, by: call, progress), deadline) {
                return try new(names, besides: former)
            }
        }
        let body = try upload.body(as: column + "+", payload: .empty)
        defer { body.remove() }
        let names = try await repeated(sending(body, by: call(.patch), progress), deadline)
        return try new(names ?? [], besides: former)
    }

    private func sending(
        _ body: MultipartFile, by call: PocketBaseCall, _ progress: RequestUpload.Progress?
    ) -> PocketBaseCall {
        var call = call
        call.upload = RequestUpload(body.file, progress: progress)
        call.contentType = body.contentType
        call.isRepeatable = false
        return call
    }

    /// The names of the files that were stored now: new ones follow the others.
    private func new(_ names: [String], besides former: Set<String>) throws -> [String] {
        let new = names.filter { !former.contains($0) }
        guard new.count >= upload.files.count else {
            throw upload.failure(
                .other, "the server stored \(new.count) files", message: "the files were not stored")
        }
        return new.suffix(upload.files.count)
    }

    /// The names of the files that the server has.
    private func held(_ deadline: Deadline) async throws -> Set<String> {
        guard let names = names(in: try await record(after: call(.get), deadline)) else {
            throw upload.failure(
                .other, "there is no column for the files",
                message: "the collection is not prepared for this field; call prepare(…)")
        }
        return Set(names)
    }

    /// Sends a write that fails as long as other writes of the files come between its parts.
    private func repeated(
        _ call: PocketBaseCall, _ deadline: Deadline
    ) async throws -> [String]? {
        var attempt = 1
        while true {
            do {
                return try await record(after: call, deadline).map { names(in: $0) ?? [] }
            } catch let error as WriteError where error.fields.contains(where: isInterference) {
                guard attempt < 8 else {
                    throw upload.failure(
                        .conflict, "the files were not stored",
                        message: "others write the item's files at the same time; upload them again")
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...(50 << attempt))))
                attempt += 1
            }
        }
    }

    /// The server read the record's files before another write, and found others when it stored them.
    private func isInterference(_ field: WriteError.Field) -> Bool {
        field.name == column && field.code == "validation_invalid_file"
    }

    /// Checks that the server still has the files: it does not protect them from a write at the same time.
    private func verify(_ names: [String], _ deadline: Deadline) async throws {
        let held = try await held(deadline)
        let lost = Set(names.filter { !held.contains($0) })
        guard !lost.isEmpty else { return }
        _ = try await change { elements in
            elements.filter { element in
                element.string.flatMap { files.name(of: $0, in: layout.name, id: id) }
                    .map { !lost.contains($0) } ?? true
            }
        }
        throw upload.failure(
            .conflict, "\(lost.count) files were lost",
            message: "another write of the item at the same time removed the files; upload them again")
    }

    private func remove(_ names: [String], _ deadline: Deadline) async throws {
        var call = call(.patch)
        call.body = JSONValue.of([column + "-": .texts(names)]).data
        _ = try await repeated(call, deadline)
    }

    private var path: [String] { PocketBaseCall.records(of: layout.name, id) }
    private var query: [(name: String, value: String)] { [("fields", "id,\(column)")] }
    private var action: String { "upload to a record of \(layout.name)" }

    private func call(_ method: HTTPRequest.Method) -> PocketBaseCall {
        var call = PocketBaseCall(method, path, query: query, action: action)
        call.isRepeatable = method == .get
        return call
    }

    /// The names of the files; `nil` if the record has no column for them.
    private func names(in record: JSONValue?) -> [String]? {
        record?.member(column)?.elements?.compactMap(\.string)
    }

    /// The record after a call; `nil` if a batch cannot be as large.
    private func record(after call: PocketBaseCall, _ deadline: Deadline) async throws -> JSONValue? {
        let response = try await engine.connection.respond(to: call, deadline: deadline)
        let json = try? JSONValue(parsing: response.body)
        guard response.status < 300 else {
            switch WriteSender.refusal(json ?? .null, response, action: call.action, isUncertain: false) {
            case .tooLarge: return nil
            case .refused(let error, _, _):
                if call.method == .post, response.status == 413 { return nil }
                guard !error.isRetryable, error.kind == .refused else { throw error }
                throw WriteError(upload.operation, error, in: layout)
            default: throw PocketBaseError(response, call.action)
            }
        }
        let record = call.method == .post ? json?.elements?.first?.member("body") : json
        guard record?.member("id")?.string == id else {
            throw upload.failure(
                .noResponse, nil, message: "the response is not the record that was written")
        }
        return record
    }

    // MARK: - The list

    /// Changes the list as it is stored now.
    private func change(_ change: ([JSONValue]) -> [JSONValue]) async throws -> Data {
        let records = RecordLookup(connection: engine.connection)
        let end = ContinuousClock.now + engine.settings.timeout
        while true {
            guard let held = try await records.record(id, of: layout) else {
                throw upload.failure(
                    .notFound, nil, message: "there is no such item, or the collection's rules hide it")
            }
            let name = field.descriptor.name
            let elements = held.instance.member("values")?.member(name)?.elements ?? []
            var operation = upload.operation
            operation.values = .object([.init(name, .array(change(elements)))])
            operation.seenUpdatedAt = held.instance.member("updatedAt")?.wholeNumber.map {
                Date(milliseconds: $0)
            }
            switch try await engine.write(WriteBatch([operation])).first {
            case .stored(let instance)?: return instance
            case .failed(let failure)? where failure.reason == .conflict && ContinuousClock.now < end:
                try await Task.sleep(for: .milliseconds(Int.random(in: 5...50)))
            case .failed(let failure)?: throw failure
            default:
                throw upload.failure(.other, nil, message: "the server did not store the list")
            }
        }
    }
}
