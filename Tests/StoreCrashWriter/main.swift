// Writes to a store until it is killed, and says on standard output what has been acknowledged: the other half of the
// store's crash tests.
//
// usage: StoreCrashWriter FILE upsert|load
#if SQLite
import Foundation
import Quire
import QuireStore

let things = ModuleDescriptor(
    name: "things",
    fields: [
        FieldDescriptor(name: "n", kind: .integer, isSortable: true),
        FieldDescriptor(name: "tags", kind: .list(.text)),
        FieldDescriptor(name: "text", kind: .longText),
    ])

func line(_ number: Int) -> String {
    let text = String(repeating: "text \(number) ", count: 20)
    return
        #"{"id":"\#(number)","values":{"n":\#(number),"tags":["t\#(number % 7)","all"],"text":"\#(text)"}}"#
        + "\n"
}

func acknowledge(_ count: Int) {
    FileHandle.standardOutput.write(Data("\(count)\n".utf8))
}

let store = try await Store(.file(CommandLine.arguments[1]), modules: [things])
var options = LoadOptions()
if CommandLine.arguments[2] == "load" {
    // One load of an empty table, which puts its indexes off to the end.
    options.batchSize = 500
    var lines = ""
    for number in 0..<200_000 { lines += line(number) }
    try await store.load("things", from: .data(Data(lines.utf8)), options: options) {
        acknowledge($0.committed)
    }
} else {
    var next = try await store.count(of: "things")
    while true {
        let lines = (next..<next + 50).map(line).joined()
        try await store.load("things", from: .data(Data(lines.utf8)), options: options)
        next += 50
        acknowledge(next)
    }
}
#endif
