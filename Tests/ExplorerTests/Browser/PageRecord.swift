import Foundation
import QuireCore

/// What happened in a page: its requests, and everything that should not happen.
final class PageRecord: @unchecked Sendable {
    private let lock = NSLock()
    private var events = 0
    private var listed: [String] = []
    private var urls: [String] = []
    private var bytes: [String: Int64] = [:]
    private var served: String?

    /// The process that serves the page. Requests to anything else are problems.
    var origin: String? {
        get { lock.withLock { served } }
        set { lock.withLock { served = newValue } }
    }

    /// Grows with everything that happens.
    var count: Int { lock.withLock { events } }

    /// Errors, warnings, violations of the page's policy, and requests to other hosts.
    var problems: [String] { lock.withLock { listed } }

    /// The URLs of all requests.
    var requests: [String] { lock.withLock { urls } }

    /// The received bytes of all responses, with their heads.
    var received: Int64 { lock.withLock { bytes.values.reduce(0, +) } }

    func add(_ method: String, _ parameters: JSONValue) {
        lock.withLock {
            events += 1
            switch method {
            case "Network.requestWillBeSent": request(parameters)
            case "Network.loadingFinished":
                bytes[parameters["requestId"]?.text ?? ""] = parameters["encodedDataLength"]?.wholeNumber
            case "Runtime.exceptionThrown":
                let details = parameters["exceptionDetails"]
                listed.append("exception: \(details?["exception"]?["description"]?.text ?? "\(parameters)")")
            case "Runtime.consoleAPICalled"
            where ["error", "warning", "assert"].contains(parameters["type"]?.text):
                listed.append(
                    "console: \(parameters["args"]?.elements.compactMap { $0["value"]?.text } ?? [])")
            case "Log.entryAdded": log(parameters["entry"] ?? .null)
            case "Audits.issueAdded":
                let issue = parameters["issue"]
                if issue?["code"]?.text == "ContentSecurityPolicyIssue" {
                    listed.append(
                        "policy: \(String(decoding: (issue?["details"] ?? .null).data, as: UTF8.self))")
                }
            case "Page.javascriptDialogOpening":
                listed.append("a dialog: \(parameters["message"]?.text ?? "")")
            case "Page.windowOpen": listed.append("a window: \(parameters["url"]?.text ?? "")")
            default: break
            }
        }
    }

    private func request(_ parameters: JSONValue) {
        let url = parameters["request"]?["url"]?.text ?? ""
        urls.append(url)
        let isLocal = url.hasPrefix("data:") || url.hasPrefix("about:") || url.hasPrefix("blob:")
        if !isLocal, let served, !url.hasPrefix(served) { listed.append("a request to \(url)") }
    }

    /// The browser also logs responses with an error status, which a test may want.
    private func log(_ entry: JSONValue) {
        guard ["error", "warning"].contains(entry["level"]?.text), entry["source"]?.text != "network" else {
            return
        }
        listed.append("log: \(entry["text"]?.text ?? "")")
    }
}
