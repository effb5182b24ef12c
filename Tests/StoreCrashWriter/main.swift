// Writes to a store until it is killed, and says on standard output what has been acknowledged: the other half of the
// store's crash tests.
//
// usage: StoreCrashWriter FILE upsert|load|sync
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
} else if CommandLine.arguments[2] == "sync" {
    // Each sync changes all items, and how far they go with them: the first to last time in the module's whole, then
    // by changes, with new and deleted ones.
    func instances(_ ids: Range<Int>, _ number: Int) -> [ChangedInstance] {
        ids.map { id in
            ChangedInstance(
                json: Data(#"{"id":"\#(id)","values":{"n":\#(number),"tags":["t\#(number)","all"]}}"#.utf8),
                id: "\(id)")
        }
    }
    var number = 0
    while true {
        let state = try await store.syncState(of: "things")
        number = Int(state?.mark.timeIntervalSince1970 ?? 0) + 1
        let next = SyncState(
            mark: Date(timeIntervalSince1970: Double(number)), locale: nil, moduleID: nil)
        var changes = ChangeSet(timestamp: next.mark)
        // 500 items that stay, and 200 that are new each time, in the place of those of the time before.
        changes.updated = instances(0..<500, number)
        changes.created = instances(number * 1000..<number * 1000 + 200, number)
        changes.deleted = ((number - 1) * 1000..<(number - 1) * 1000 + 200).map(String.init).filter {
            (Int($0) ?? 0) >= 1000
        }
        let isWhole = state == nil || number.isMultiple(of: 5)
        _ = try await store.apply(
            SyncUpdate(
                module: "things", changes: [changes], kind: isWhole ? .newLocale : .changes, expected: state,
                state: next))
        acknowledge(number)
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
