// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

nonisolated enum Binding: String, ClosedChoice {
    case hardback
    case paperBack = "paper-back"
}
