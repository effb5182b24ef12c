#if SQLite
import Foundation
import Quire

/// Books and authors. One book in ten has no author, and one in twenty names an author that does not exist.
struct BenchmarkLibrary {
    static let authors = ModuleDescriptor(
        name: "authors",
        fields: [
            FieldDescriptor(name: "name", kind: .text, isSortable: true),
            FieldDescriptor(name: "born", kind: .integer, isSortable: true),
        ])
    static let books = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text),
            FieldDescriptor(name: "published", kind: .integer, isSortable: true),
            FieldDescriptor(name: "author", kind: .relation(module: "authors")),
            FieldDescriptor(name: "editors", kind: .relations(module: "authors")),
        ])

    let count: Int

    func name(ofAuthor number: Int) -> String { "Name \(number / 20)" }
    func birth(ofAuthor number: Int) -> Int { 1800 + number * 37 % 250 }
    func published(_ book: Int) -> Int { book * 7 % count }

    func author(of book: Int) -> String? {
        if book % 10 == 0 { return nil }
        return book % 20 == 5 ? "unknown-\(book)" : "a\(book * 7_919 % count)"
    }

    func editors(of book: Int) -> [String] {
        (0..<book % 3).map { "a\((book * 31 + $0 * 17_389) % count)" }
    }

    var authorLines: Data {
        lines {
            #"{"id":"a\#($0)","values":{"name":"\#(name(ofAuthor: $0))","born":\#(birth(ofAuthor: $0))}}"#
        }
    }

    var bookLines: Data {
        lines { book in
            let author = author(of: book).map { #","author":"\#($0)""# } ?? ""
            let editors = editors(of: book).map { "\"\($0)\"" }.joined(separator: ",")
            return
                #"{"id":"b\#(book)","values":{"title":"Book \#(book)","published":\#(published(book))\#(author),"editors":[\#(editors)]}}"#
        }
    }

    private func lines(_ line: (Int) -> String) -> Data {
        var text = ""
        for number in 0..<count { text += line(number) + "\n" }
        return Data(text.utf8)
    }
}
#endif
