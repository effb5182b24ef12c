extension HALOError {
    /// What to do: it depends on the status, and on what the call was for.
    var remedy: String { SignInCall(address)?.remedy(status) ?? usualRemedy }

    private var purpose: HALOPurpose { HALOPurpose(HTTPRequest.Method(rawValue: method), address: address) }

    private var usualRemedy: String {
        switch status {
        case 200...299: "Act on the server's message: it reports an error although the status is a success."
        case 300...399: "Use the address that the server redirects to as the base address, if you trust it."
        case 400, 422: badRequest
        case 401: unauthorized
        case 403: forbidden
        case 404, 410: notFound
        case 405, 501: "Check the base address and the server's version: it does not have this call."
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

    /// Whether the server may have carried the call out, and carrying it out twice does harm.
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
        case .login: "Check the email and the password, or the token of the network, then log in again."
        case .register: "Correct the account's data; if the account exists, log in."
        case .pocket: "Check the pocket's data and lists."
        case .token: "Check the credentials."
        case .other: "Check the call's path, query and body."
        }
    }

    private var unauthorized: String {
        purpose == .login
            ? "Check the email and the password, or the token of the network, then log in again."
            : "Check the credentials: the server does not accept the token."
    }

    private var forbidden: String {
        switch purpose {
        case .write: "Give the app the permission to edit content, or log a user in who has it."
        case .login, .register: "Give the app the permission to log users in, or ask the server's operator."
        default: "Give the app, or the user who is logged in, the permission for this call."
        }
    }

    private var notFound: String {
        switch purpose {
        case .search, .sync: "Check the base address and the module's name or id."
        case .write: "Check the base address and the item's id; the item may have been deleted."
        case .module: "Check the base address and the module's id."
        case .device: "Check the device's id; save a device without an id to get a new one."
        default: "Check the base address and the call's path."
        }
    }

    private var conflict: String {
        switch purpose {
        case .write: "Read the item again and repeat the change: the item was changed meanwhile."
        case .register: "The account exists already: log in."
        default: "Read what is there, then decide whether to send the call again."
        }
    }
}
