import Foundation
import QuireToolbox

/// The address of a request: a URL, or the text of one, from which the URL is created only when it is needed.
///
/// Parsing a long URL costs more than compiling the search in its query, and libcurl takes the text.
struct RequestAddress: Sendable {
    private enum Form: Sendable {
        case url(URL)
        case text(UnparsedURL)
    }

    private let form: Form

    init(_ url: URL) { form = .url(url) }

    /// - Parameters:
    ///   - text: A percent-encoded URL.
    ///   - server: A URL with the same scheme, user, host and port.
    init(_ text: String, on server: URL) { form = .text(UnparsedURL(text, on: server)) }

    var url: URL {
        switch form {
        case .url(let url): url
        case .text(let unparsed): unparsed.url
        }
    }

    var text: String {
        switch form {
        case .url(let url): url.absoluteString
        case .text(let unparsed): unparsed.text
        }
    }

    /// A URL with the address's scheme, user, host and port.
    var server: URL {
        switch form {
        case .url(let url): url
        case .text(let unparsed): unparsed.server
        }
    }
}

extension RequestAddress: Hashable {
    static func == (left: RequestAddress, right: RequestAddress) -> Bool {
        left.text == right.text
    }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The text of a URL, and the URL once something has asked for it.
private final class UnparsedURL: Sendable {
    let text: String
    let server: URL
    private let parsed = Locked<URL?>(nil)

    init(_ text: String, on server: URL) {
        self.text = text
        self.server = server
    }

    var url: URL {
        parsed.withLock { parsed in
            if let parsed { return parsed }
            let url = URL(string: text) ?? server
            parsed = url
            return url
        }
    }
}
