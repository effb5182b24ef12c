import Foundation
import QuireGenerator
import QuireSchema

/// The source of HALO's modules.
enum ImportSource {
    case files([String])
    case server(FetchModules)

    /// Reads `--file`, or `--url` and `--client-id`.
    init(_ arguments: Arguments) throws(UsageError) {
        let url = try arguments.single("--url")
        let clientID = try arguments.single("--client-id")
        switch (arguments.values["--file"], url) {
        case (let files?, nil):
            if clientID != nil { throw UsageError("--client-id has no effect without --url") }
            self = .files(files)
        case (nil, let url?):
            self = .server(
                try FetchModules(
                    url: url, clientID: clientID, environment: ProcessInfo.processInfo.environment))
        case (nil, nil): throw UsageError("neither --file nor --url was given")
        case (_?, _?): throw UsageError("--file and --url were both given: give one of them")
        }
    }

    /// The documents, or `nil` if one cannot be read, which is reported.
    func read() async -> [JSONDocument]? {
        switch self {
        case .files(let files):
            return Self.documents(files)
        case .server(let server):
            do {
                return [JSONDocument(path: server.place, bytes: Array(try await server.run()))]
            } catch {
                printError("quire: error: \(error)")
                return nil
            }
        }
    }

    /// The documents in files, or `nil` if one cannot be read, which is reported.
    static func documents(_ files: [String]) -> [JSONDocument]? {
        var documents: [JSONDocument] = []
        for file in files {
            let (bytes, failure) = readFile(file == "-" ? "/dev/stdin" : file, atMost: JSONLimits.bytes)
            if let failure {
                printError("quire: error: cannot read \(quoted(file)): \(failure)")
                return nil
            }
            documents.append(JSONDocument(path: file, bytes: bytes))
        }
        return documents
    }
}
