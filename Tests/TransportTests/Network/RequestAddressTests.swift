import Foundation
import QuireHTTP
import Testing
import TransportDoubles

/// Requests to an address whose URL is created only when something asks for it.
@Suite struct RequestAddressTests {
    private func requests(_ text: String, on server: String) throws -> (HTTPRequest, HTTPRequest) {
        let url = try #require(URL(string: text))
        let base = try #require(URL(string: server))
        return (HTTPRequest(.get, address: text, on: base), HTTPRequest(.get, url))
    }

    @Test(
        "A request to a text is the same as one to its URL",
        arguments: [
            ("http://127.0.0.1:9/api/x?filter=a%20%3D%20%27b%27&page=1", "http://127.0.0.1:9"),
            ("https://content.example.org/base/api/%C3%A9/%2F?q=%25", "https://content.example.org/base/"),
            ("https://[::1]:8443/api", "https://[::1]:8443"),
        ])
    func isSame(_ text: String, _ server: String) throws {
        let (unparsed, parsed) = try requests(text, on: server)
        #expect(unparsed.url == parsed.url)
        #expect(unparsed.url.absoluteString == text)
        #expect(unparsed.addressText == parsed.addressText)
        #expect(unparsed.server.origin == parsed.url.origin)
        #expect(unparsed == parsed && parsed == unparsed)
        #expect(Set([unparsed, parsed]).count == 1)
        #expect("\(unparsed)" == "\(parsed)")
        #expect(throws: Never.self) { try unparsed.check() }
        let (other, _) = try requests(text + "2", on: server)
        #expect(other != unparsed && other != parsed)
    }

    @Test("A new URL replaces the address")
    func replaced() throws {
        var (request, _) = try requests("http://a.example/1?x", on: "http://a.example")
        let url = try #require(URL(string: "https://b.example/2"))
        request.url = url
        #expect(request.url == url && request.addressText == "https://b.example/2")
        #expect(request.server.origin == "https://b.example:443")
        #expect(request == HTTPRequest(.get, url))
    }

    @Test(
        "Addresses that must not be used are refused",
        arguments: ["http://user:pass@a.example", "ftp://a.example", "a.example", "http:///x"])
    func refused(_ server: String) throws {
        let base = try #require(URL(string: server))
        #expect(throws: TransportError.self) {
            try HTTPRequest(.get, address: base.absoluteString + "/api", on: base).check()
        }
    }

    @Test(
        "A text that is not percent-encoded is never sent",
        arguments: ["/a b", "/a\r\nX-Injected: 1", "/\u{E9}", "/\u{7F}", "/\t"])
    func unencoded(_ path: String) throws {
        let base = try #require(URL(string: "http://127.0.0.1:9"))
        #expect(throws: TransportError.self) {
            try HTTPRequest(.get, address: base.absoluteString + path, on: base).check()
        }
    }
}
