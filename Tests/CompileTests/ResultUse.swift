/// Code that reads a library's results: pages, sequences, and iterators that an object stores.
enum ResultUse {
    static let all = [
        "if var books { let next = try await books.next(); self.books = books; count += next?.age ?? 0 }",
        "for try await book in parts.content.all(Books.query()) { count += book.age }",
        "for try await (title, age) in parts.content.all(Books.query().select(\\.title, \\.age)) { count += age + title.count }",
        "var page = try await parts.content.fetch(Books.query()); while let next = try await page.next() { count += next.count; page = next }",
        "let rows = try await parts.content.fetch(Books.query().select(\\.title, \\.age)); for (title, age) in rows { count += age + title.count }",
        "if let first = try await parts.content.first(Books.query()) { book = first }; count = try await parts.content.count(Books.query())",
        "book = try await parts.content.create(draft); _ = try await parts.content.update(book, with: draft); try await parts.content.delete(book)",
        "for await state in parts.session.states { count = state.items.count }",
        "for await event in parts.session.events { print(event); count += 1 }",
        "for await isBusy in parts.session.progress() { count += isBusy ? 1 : 0 }",
        "for await result in parts.sync.events() { print(result); count += 1 }",
        "for await result in parts.sync.events(of: Books.self) { print(result); count += 1 }",
        "for await text in parts.texts.updates(of: \"title\") { count = text.count }",
        "for await event in parts.outbox.events { print(event); count += 1 }",
        "for await progress in parts.monitor.progress { print(progress); count += 1 }",
        "for await problem in parts.monitor.errors { print(problem); count += 1 }",
        "for await list in parts.history.lists { count = list.count }",
        "for await list in parts.suggestions.lists { count = list.suggestions.count }",
        "for await event in parts.typesense.nodeEvents() { print(event); count += 1 }",
        "for await event in parts.openSearch.nodeEvents() { print(event); count += 1 }",
    ]
}
