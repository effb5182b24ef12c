#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A host with an optional port, as in a `Host` header or a URL: `localhost:8080`, `[::1]`.
struct Authority: Hashable, Sendable {
    /// In lowercase, without a trailing dot. An IPv6 address is in canonical form, without brackets.
    let host: String
    let port: Int?
    /// Whether the host is an IP address rather than a DNS name.
    let isAddress: Bool

    /// Parses the text; `nil` if it holds anything else, such as a user, a path, a zone or a space.
    init?(_ text: String) {
        guard let (name, port) = Self.split(text) else { return nil }
        self.port = port
        if name.hasPrefix("[") {
            guard let address = Self.version6(String(name.dropFirst().dropLast())) else { return nil }
            (host, isAddress) = (address, true)
            return
        }
        let lowered = name.lowercased()
        // A trailing dot is the root of DNS: "localhost." is localhost.
        let plain = lowered.hasSuffix(".") ? String(lowered.dropLast()) : lowered
        isAddress = Self.isVersion4(plain)
        guard isAddress || Self.isName(plain) else { return nil }
        host = plain
    }

    /// Whether DNS can have the name: labels of 1 to 63 characters that do not begin or end with a hyphen.
    private static func isName(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hyphen = UInt8(ascii: "-")
        let isMade = labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                && label.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == hyphen || $0 == 0x5F
                }
        }
        return isMade && text.utf8.count <= 253
    }

    /// The address that a server listens on. An IPv6 address may omit its brackets.
    init?(listeningAt host: String) {
        self.init(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host)
    }

    /// Whether the host can only be this machine.
    var isLoopback: Bool {
        if isAddress { return host == "::1" || host.hasPrefix("127.") }
        return host == "localhost" || host.hasSuffix(".localhost")
    }

    private static func split(_ text: String) -> (name: String, port: Int?)? {
        let parts: [Substring]
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            parts = [text[...end]] + (rest.isEmpty ? [] : [rest.dropFirst()])
        } else {
            parts = text.split(separator: ":", omittingEmptySubsequences: false)
        }
        guard let name = parts.first, parts.count <= 2 else { return nil }
        guard parts.count == 2, !parts[1].isEmpty else { return (String(name), nil) }
        guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(parts[1]),
            port <= 65_535
        else { return nil }
        return (String(name), port)
    }

    private static func isVersion4(_ text: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, text, &address) == 1
    }

    /// The address in canonical form.
    private static func version6(_ text: String) -> String? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        var short = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &short, socklen_t(short.count)) != nil else { return nil }
        return String(decoding: short.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The origin of a web page, as in an `Origin` header: `http://localhost:3000`.
struct WebOrigin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int?

    /// Parses the text; `nil` for `null`, the origin of sandboxed pages, and for a malformed origin.
    init?(_ text: String) {
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<mark.lowerBound].lowercased()
        let isScheme = scheme.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0)
        }
        guard !scheme.isEmpty, isScheme, let authority = Authority(String(text[mark.upperBound...])) else {
            return nil
        }
        self.scheme = scheme
        host = authority.host
        port = authority.port ?? Self.standardPorts[scheme]
    }

    /// The server's own origin, for a client that reaches it by this host and port.
    init(serverAt authority: Authority) {
        scheme = "http"
        host = authority.host
        port = authority.port ?? 80
    }

    private static let standardPorts = ["http": 80, "https": 443]
}
