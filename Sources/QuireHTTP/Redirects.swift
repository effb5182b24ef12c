import Foundation

/// The part of a response that is known before its body.
protocol HTTPHead: Sendable {
    var status: Int { get }
    var headers: HTTPHeaders { get }
}

extension HTTPResponse: HTTPHead {}
extension HTTPStream: HTTPHead {}

extension HTTPRequest {
    /// Checks and sends the request, then follows redirects.
    func followingRedirects<Response: HTTPHead>(
        atMost limit: Int, _ send: (HTTPRequest) async throws -> Response
    ) async throws -> Response {
        try check()
        var request = self
        var followsRedirect = false
        do {
            for _ in 0...max(0, limit) {
                let response = try await send(request)
                if [301, 302, 303].contains(response.status) { followsRedirect = true }
                guard
                    let next = try request.redirected(
                        status: response.status, to: response.headers["Location"])
                else { return response }
                request = next
            }
            throw TransportError(
                .tooManyRedirects, self, detail: "more than \(limit), last to \(request.url.printable)")
        } catch var error as TransportError {
            // The error may belong to the GET that a 303 requested. The caller's request decides whether to retry.
            error.isRepeatable = isRepeatable
            error.followsRedirect = followsRedirect
            throw error
        }
    }

    /// Returns the request that a redirect asks for, or `nil` if the status is not a redirect.
    ///
    /// 307 and 308 keep method and body, and so do 301 and 302 for repeatable requests. 303 becomes a GET without a
    /// body. Redirects to another origin are refused: headers and bodies may contain secrets.
    func redirected(status: Int, to location: String?) throws(TransportError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(status) else { return nil }
        guard let location, let target = URL(string: location, relativeTo: url)?.absoluteURL,
            var parts = URLComponents(url: target, resolvingAgainstBaseURL: true)
        else { throw TransportError(.redirectRefused, self, detail: "status \(status) names no address") }
        (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
        guard let next = parts.url, next.origin == url.origin else {
            let origin = target.host() == nil ? "another kind of address" : target.origin
            throw TransportError(.redirectRefused, self, detail: "status \(status) leads to \(origin)")
        }
        var request = self
        request.url = next
        switch status {
        case 303:
            if method != .head { request.method = .get }
            request.body = nil
            request.upload = nil
            request.headers["Content-Type"] = nil
        case 301, 302:
            guard isRepeatable else {
                let detail = "status \(status) does not say whether the \(method.rawValue) was carried out"
                throw TransportError(.redirectRefused, self, detail: detail)
            }
        default: break
        }
        return request
    }
}
