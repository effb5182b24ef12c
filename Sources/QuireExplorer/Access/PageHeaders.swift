/// The headers of every response of the explorer, also of those to requests that fail.
///
/// The page runs only its own scripts and styles, none of them inline, talks only to its own server, and no other page may
/// embed it. Responses are not stored, because they hold content.
package enum PageHeaders {
    package static let all: [(name: String, value: String)] = [
        ("Content-Security-Policy", policy), ("Referrer-Policy", "no-referrer"),
        ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"), ("Cache-Control", "no-store"),
        // Otherwise, browsers look up the hosts of links before anyone follows them.
        ("X-DNS-Prefetch-Control", "off"),
    ]

    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
        // Images of the content, by their URLs. The page loads them only if its user asks for it.
        "img-src 'self' data: https: http:", "frame-src 'self'", "form-action 'none'", "base-uri 'none'",
        "frame-ancestors 'none'",
    ].joined(separator: "; ")
}
