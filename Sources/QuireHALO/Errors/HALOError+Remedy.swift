import QuireHTTP

extension HALOError {
    /// What to do about the error, depending on the status and the purpose of the call.
    var remedy: String { credentialRemedy ?? usualRemedy }

    private var purpose: HALOPurpose { HALOPurpose(HTTPRequest.Method(rawValue: method), address: address) }

    /// What to do if the server rejects credentials. `nil` for other calls and failures.
    private var credentialRemedy: String? {
        switch (purpose, status) {
        case (.token, 400), (.token, 401), (.token, 403):
            "Check the client id and secret, or the user's name and password, and that they belong to this server."
        case (.login, 400), (.login, 401), (.login, 422):
            "Check the email and password, or get a new token from the other network. Then log in again."
        case (.login, 403): "Check that the account is active and may use this app."
        case (.register, 400), (.register, 422):
            "Check the email, the password and the profile against the server's rules."
        case (.register, 401), (.register, 403): "Let the server allow this app to register users."
        case (.register, 409): "An account with this email exists already. Log in, or use another email."
        case (.token, 404), (.login, 404), (.register, 404): "Check the base URL."
        default: nil
        }
    }

    private var usualRemedy: String {
        switch status {
        case 200...299: "Act on the server's message: it reports an error although the status is a success."
        case 300...399: "Use the address that the server redirects to as the base URL, if you trust it."
        case 400, 422: badRequest
        case 401: "Check the credentials: the server does not accept the token."
        case 403: forbidden
        case 404, 410: notFound
        case 405, 501: "Check the base URL and the server's version: it does not have this call."
        case 408: mayBeDone ? lookUp : "Try again."
        case 409: conflict
        case 413, 414:
            switch purpose {
            case .search: "Use a smaller filter, or ask for fewer ids."
            case .write: "Write a smaller item, or split the batch."
            default: "Send less."
            }
        case 415: "Check the Content-Type: the server takes the body in another form."
        case 429: "Send fewer requests, or try again later."
        case 500...599: mayBeDone ? lookUp : "The server failed: try again later."
        default: "Check the response's body for what the server says."
        }
    }

    /// Whether the server may have carried out a call that is not safe to repeat.
    private var mayBeDone: Bool { !isRepeatable && purpose != .login && purpose != .token }

    private var lookUp: String {
        switch purpose {
        case .write: "The server may have written it: look the item up before you send it again."
        case .register: "The account may exist now: try to log in."
        default: "The server may have carried it out: check that before you send it again."
        }
    }

    private var badRequest: String {
        switch purpose {
        case .search: "Check the names and values of the query against the server's modules."
        case .sync: "Check the module's name or id, the locale and the dates."
        case .write: "Correct the values that the server names."
        case .module: "Check the module's name."
        case .device: "Check the device's tags and push tokens."
        case .pocket: "Check the pocket's data and lists."
        case .login, .register, .token, .other: "Check the call's path, query and body."
        }
    }

    private var forbidden: String {
        switch purpose {
        case .write: "Give the app the permission to edit content, or log a user in who has it."
        default: "Give the app, or the user who is logged in, the permission for this call."
        }
    }

    private var notFound: String {
        switch purpose {
        case .search, .sync: "Check the base URL and the module's name or id."
        case .write: "Check the base URL and the item's id; the item may have been deleted."
        case .module: "Check the base URL and the module's id."
        case .device: "Check the device's id; save a device without an id to get a new one."
        default: "Check the base URL and the call's path."
        }
    }

    private var conflict: String {
        switch purpose {
        case .write: "Read the item again and repeat the change: the item was changed meanwhile."
        default: "Read what is there, then decide whether to send the call again."
        }
    }
}
