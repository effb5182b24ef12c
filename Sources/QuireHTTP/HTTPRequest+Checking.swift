import Foundation

extension HTTPRequest {
    /// Throws if the request must not or cannot be sent.
    package func check() throws(TransportError) {
        guard let scheme = server.scheme?.lowercased(), scheme == "http" || scheme == "https",
            server.host()?.isEmpty == false
        else {
            throw TransportError(
                .invalidRequest, self, detail: "expected an http or https address with a host")
        }
        guard server.user() == nil, server.password() == nil else {
            throw TransportError(
                .invalidRequest, self, detail: "an address must not hold a user or a password")
        }
        // A text that is no URL would be sent elsewhere, and a space or a line break would change the request.
        guard addressText.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            throw TransportError(.invalidRequest, self, detail: "the address is not percent-encoded")
        }
        guard !method.rawValue.isEmpty, method.rawValue.utf8.allSatisfy(isTokenByte) else {
            throw TransportError(.invalidRequest, self, detail: "the method is not a token")
        }
        if let upload {
            guard body == nil else {
                throw TransportError(.invalidRequest, self, detail: "it has both a body and an upload")
            }
            guard upload.size != nil else {
                throw TransportError(.invalidRequest, self, detail: "the file of its upload cannot be read")
            }
        }
        if method == .get || method == .head, body != nil || upload != nil {
            throw TransportError(
                .invalidRequest, self, detail: "\(method.rawValue) carries no body; use POST")
        }
        for field in headers {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
                throw TransportError(.invalidRequest, self, detail: "a header's name is not a token")
            }
            // A line break in a value would let it inject another header.
            guard field.value.utf8.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else {
                throw TransportError(.invalidRequest, self, detail: "\(field.name) holds a control character")
            }
        }
    }
}

/// RFC 9110 §5.6.2.
private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
