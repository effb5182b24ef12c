import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote

/// The upload of files into one field of one item.
struct FileUpload {
    let files: [PocketBaseFile]
    let field: String
    let operation: WriteOperation
    let keepsOthers: Bool

    /// - Returns: The stored instance.
    func send(
        to engine: PocketBaseEngine, deadline: Deadline, _ progress: RequestUpload.Progress?
    ) async throws -> Data {
        try WriteBatch([operation]).check(for: PocketBaseConnection.engineName)
        let layout = engine.layout(of: operation.module)
        let column = try column(of: layout)
        if let files = column.filesColumn {
            return try await ListUpload(
                upload: self, field: column, column: files, layout: layout, engine: engine
            ).send(deadline: deadline, progress)
        }
        let id = operation.id ?? ""
        let body = try body(as: column.column + (keepsOthers ? "+" : ""), payload: payload(column))
        defer { body.remove() }
        var call = PocketBaseCall(
            .patch, PocketBaseCall.records(of: layout.name, id),
            query: [("fields", layout.columns(for: nil).joined(separator: ","))],
            action: "upload to a record of \(layout.name)")
        call.upload = RequestUpload(body.file, progress: progress)
        call.contentType = body.contentType
        // Replacing twice leaves one file, adding twice does not.
        call.isRepeatable = !keepsOthers
        do {
            let response = try await engine.connection.send(call, deadline: deadline)
            return try stored(response, in: column, of: layout, by: engine)
        } catch let error as PocketBaseError where !error.isRetryable && error.kind == .refused {
            throw WriteError(operation, error, in: layout)
        }
    }

    /// The body with the files.
    func body(as part: String, payload: JSONValue) throws -> MultipartFile {
        do {
            return try MultipartFile(files, as: part, payload: payload)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw refused("the file cannot be read: \(error.localizedDescription)")
        }
    }

    private func column(of layout: CollectionLayout) throws -> RecordField {
        guard let column = layout.field(named: field), column.isLegal else {
            throw refused("the schema has no such field")
        }
        switch column.storage {
        case .file:
            guard files.count == 1, !keepsOthers else { throw refused("the field holds one file") }
        case .files,
            .list where column.filesColumn != nil:
            guard !files.isEmpty else { throw refused("there is no file to upload") }
        default: throw refused("the field holds no files")
        }
        return column
    }

    /// The columns beside the field's own, which say that it holds a file and no link.
    private func payload(_ column: RecordField) -> JSONValue {
        guard column.isManaged else { return .empty }
        var body = RecordBody()
        body.mark(column, isPresent: false)
        for shadow in column.shadows {
            body.set(column.name(of: shadow), shadow == .sorted ? .boolean(true) : .string(""))
        }
        body.set(ColumnName.revision + "+", .integer(1))
        return body.partial
    }

    private func stored(
        _ response: HTTPResponse, in column: RecordField, of layout: CollectionLayout,
        by engine: PocketBaseEngine
    ) throws -> Data {
        guard let record = try? JSONValue(parsing: response.body),
            let held = RecordVersion(record, layout, files: engine.connection.files)
        else {
            throw WriteError(
                .noResponse, operation, message: "the response is not the record that was written")
        }
        let names: Int =
            switch record[column.column] {
            case .string(let name)?: name.isEmpty ? 0 : 1
            case .array(let names)?: names.count
            default: 0
            }
        guard keepsOthers ? names >= files.count : names == files.count else {
            throw failure(
                .other, "the server stored \(names) files",
                message: "the item was stored, but the server did not store all values")
        }
        return held.instance.data
    }

    /// A failure of the upload.
    ///
    /// - Parameter problem: What became of the files, if the server did not keep them.
    func failure(_ reason: WriteError.Reason, _ problem: String?, message: String) -> WriteError {
        var failure = WriteError(reason, operation, message: message)
        if let problem {
            failure.fields = [.init(name: field, code: WriteError.Field.notWritten, message: problem)]
        }
        return failure
    }

    private func refused(_ message: String) -> WriteError {
        var failure = WriteError(.invalid, operation, message: "the files cannot be uploaded")
        failure.fields = [.init(name: field, message: message)]
        return failure
    }
}
