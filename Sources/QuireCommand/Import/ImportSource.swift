import Foundation
import QuireGenerator
import QuireHALO
import QuireHTTP
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

/// Fetches HALO's modules with their fields from a server.
struct FetchModules {
    /// The URL before `/api`.
    var url: URL
    /// The app's id. Its secret comes from the environment, so that it never shows in process lists or shell history.
    var clientID: String?
    var environment: [String: String]

    init(
        url text: String, clientID: String?, environment: [String: String]
    ) throws(UsageError) {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else {
            throw UsageError(
                "'\(text)' is not a valid --url: expected an address, such as https://halo-db.com")
        }
        self.url = url
        self.clientID = clientID
        self.environment = environment
        if let clientID, clientID.isEmpty { throw UsageError("--client-id needs the id of an app") }
        if clientID != nil, secret == nil {
            throw UsageError("--client-id needs the app's secret in the environment: HALO_CLIENT_SECRET")
        }
    }

    /// The location in notes: the address without user, password and query.
    var place: String {
        var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        components?.user = nil
        components?.password = nil
        components?.query = nil
        components?.fragment = nil
        return components?.string ?? "HALO"
    }

    private var secret: String? { environment["HALO_CLIENT_SECRET"].flatMap { $0.isEmpty ? nil : $0 } }

    /// The unchanged response.
    ///
    /// - Throws: `HALOError`, `AuthorizationError`, `TransportError`.
    func run() async throws -> Data {
        let engine: HALOEngine
        if let clientID, let secret {
            engine = HALOEngine(baseURL: url, credentials: .app(id: clientID, secret: secret))
        } else {
            let token = environment["HALO_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
            engine = HALOEngine(baseURL: url, authorization: token.map { BearerToken($0) })
        }
        return try await engine.modulesData(withFields: true)
    }
}
