import Foundation

/// Responds to every request over TLS with "secure": Python's HTTP server, with a certificate created for the test.
final class TLSServer {
    private let process = Process()
    private let folder: URL
    let port: Int
    /// The certificate, which is its own authority.
    var certificate: String { folder.appending(path: "certificate.pem").path }
    /// The SHA-256 of its public key, in the form for pinning.
    let pin: String

    private static let script = """
        import http.server, ssl, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_GET(self):
                self.send_response(200); self.send_header("Content-Length", "6"); self.end_headers()
                self.wfile.write(b"secure")
            def log_message(self, *_): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1] + "/certificate.pem", sys.argv[1] + "/key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """

    struct Failure: Error { var step: String }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "quire-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = folder.appending(path: "key.pem").path
        _ = try Self.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key,
                "-out", folder.appending(path: "certificate.pem").path,
            ])
        let digest = try Self.run(
            "sh",
            [
                "-c",
                "openssl pkey -in '\(key)' -pubout -outform der | openssl dgst -sha256 -binary | openssl base64",
            ])
        pin = "sha256//" + digest.trimmingCharacters(in: .whitespacesAndNewlines)
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.script, folder.path]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Failure(step: "the port of the TLS server")
        }
        self.port = port
    }

    var url: URL { URL(string: "https://127.0.0.1:\(port)/") ?? folder }

    func stop() {
        // A child may inherit a signal mask that blocks SIGTERM forever.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func run(_ command: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [command] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(step: command) }
        return String(decoding: data, as: UTF8.self)
    }
}
