/// A call that passes a closure, as an app writes it. The code is in a method of the app's type, whose state the
/// closure uses.
struct ClosureCall: Sendable {
    /// The closure's isolation as the app sees it.
    enum Place: Sendable {
        /// The isolation of the call: it may change `count` and a variable of the method.
        case here
        /// Any isolation, at any time: it may call `note` on the type.
        case anywhere
        /// On the main actor alone, like the function itself.
        case mainActor
    }

    /// The functions and properties that it covers, as `PublicClosures` names them.
    let names: [String]
    let place: Place
    let code: String

    private init(_ names: String..., place: Place, _ code: String) {
        self.names = names
        self.place = place
        self.code = code
    }

    static let all: [ClosureCall] =
        reading + writing + building + engines + searching + stored + served + tested

    /// Calls that do not compile on every system, with the reason.
    static let elsewhere = [
        "SpotlightIndexer.init(_:of:from:version:item:)": "needs CoreSpotlight",
        "ContentTrait.provideScope(for:testCase:performing:)": "is called by Swift Testing",
    ]

    private static let reading = [
        Self(
            "ContentClient.all(_:onRejected:)", place: .anywhere,
            "for try await book in parts.content.all(Books.query(), onRejected: { _ in await self.note(1) }) { await note(book.age) }"
        ),
        Self(
            "ContentClient.all(_:onRejected:)", place: .anywhere,
            "for try await age in parts.content.all(Books.query().select(\\.age), onRejected: { _ in await self.note(1) }) { await note(age) }"
        ),
        Self(
            "ContentClient.all(_:onRejected:)", place: .mainActor,
            "for try await _ in parts.content.all(Books.query(), onRejected: { @MainActor _ in self.count += 1 }) {}"
        ),
        Self(
            "ContentClient.live(every:_:)", place: .anywhere,
            "let wanted = 3; let counts = parts.content.live { content in await self.note(1); return try await content.count(Books.query().where(\\.age < wanted)) }; for try await number in counts { await note(number) }"
        ),
        Self(
            "ContentClient.live(every:_:)", place: .anywhere,
            "let results = parts.content.live { content in (try await content.fetch(Books.query()), try await content.count(Books.query())) }; for try await (page, number) in results { await note(page.count + number) }"
        ),
        Self(
            "ContentClient.live(every:comparing:_:)", place: .anywhere,
            "let results = parts.content.live(comparing: { $0.elementsEqual($1, by: ==) }) { content in await self.note(1); return try await content.count(Books.query(), by: \\.status) }; for try await rows in results { await note(rows.count) }"
        ),
        Self(
            "Query.select(_:as:)", place: .anywhere,
            "let add = 1; for row in try await parts.content.fetch(Books.query().select(\\.title, \\.age, as: { Row(title: $0, age: $1 + add) })) { await note(row.age) }"
        ),
        Self(
            "OfflineData.response(to:_:isolation:load:)", place: .here,
            "_ = try await parts.offline.response(to: \"shelf\") { count += 1; return try await self.data(count) }"
        ),
        Self(
            "OfflineData.response(to:_:isolation:load:)", place: .here,
            "var calls = 0; _ = try await parts.offline.response(to: \"shelf\") { calls += 1; return Data() }; count = calls"
        ),
        Self(
            "OfflineSettings.init(policy:timeToLive:scope:isOutage:onProblem:)", "OfflineSettings.isOutage",
            "OfflineSettings.onProblem", place: .anywhere,
            "var settings = OfflineSettings(isOutage: { $0 is CancellationError }, onProblem: { _ in Task { await self.note(1) } }); settings.onProblem = { _ in Task { await self.note(2) } }; settings.isOutage = { _ in false }; _ = settings"
        ),
        Self(
            "SelectedContent.reporting(_:)", place: .anywhere,
            "_ = SelectedContent(of: parts.engine).selecting(Books.query()).reporting { _ in Task { await self.note(1) } }"
        ),
    ]

    private static let writing = [
        Self(
            "ContentClient.batch(isolation:_:)", place: .here,
            "let result = try await parts.content.batch { $0.create(draft); $0.update(book); count += 1 }; for failure in result.failures { print(failure) }"
        ),
        Self(
            "ContentClient.batch(isolation:_:)", place: .here,
            "var entries: [BatchEntry<Books>] = []; try await parts.content.batch { batch in for age in ages { draft.age = .set(age); entries.append(batch.create(draft)) } }; count = entries.count"
        ),
        Self(
            "ContentClient.update(_:isolation:_:)", place: .here,
            "let wanted = 3; let changed = try await parts.content.update(Books.query().where(\\.age < 3)) { $0.age = .set(wanted); count += 1 }; count = changed"
        ),
        Self(
            "ContentClient.transaction(isolation:_:)", place: .here,
            "try await parts.content.transaction { content in try await content.create(draft); count += 1 }"
        ),
        Self(
            "Store.transaction(isolation:_:)", "TransactionalEngine.transaction(isolation:_:)",
            "ObservedEngine.transaction(isolation:_:)", place: .here,
            "try await parts.store.transaction(isolation: #isolation) { _ in count += 1 }; let engine: any TransactionalEngine = parts.store; try await engine.transaction(isolation: #isolation) { _ in count += 1 }"
        ),
        Self(
            "ConflictResolution.merge(_:)", place: .anywhere,
            "let wanted = 3; if let conflict = parts.conflict { try await parts.content.resolve(conflict, by: .merge { mine, theirs in var book = theirs; book.age = mine.age + wanted; return book }) }"
        ),
    ]

    private static let building = [
        Self(
            "Query.filter(_:)", "allOf(_:)", "anyOf(_:)", place: .here,
            "let query = Books.query().filter { if count > 3 { $0.age >= count }; anyOf { $0.age == count; allOf { $0.active == true; $0.age > count } } }; _ = try await parts.content.fetch(query)"
        ),
        Self(
            "KeyPath.any(_:)", "KeyPath.every(_:)", "KeyPath.none(_:)", "anyItem(of:by:_:)",
            "noItem(of:by:_:)",
            place: .here,
            "let name = \"n\\(count)\"; _ = Books.query().filter { $0.editors.any { $0.fullName == name }; $0.editors.every { $0.fullName != name }; $0.author.none { $0.fullName == name } }; _ = Authors.query().filter { $0.fullName != name; anyItem(of: Books.self, by: \\.author) { $0.age > count }; noItem(of: Books.self, by: \\.author) { $0.age < count } }"
        ),
        Self(
            "Query.include(_:_:)", place: .here,
            "let name = \"n\\(count)\"; _ = Books.query().include(\\.editors) { $0.where(\\.fullName == name).sort(by: \\.fullName).limit(3) }"
        ),
        Self(
            "Query.`where`(any:_:)", "Query.`where`(every:_:)", "Query.`where`(none:_:)",
            place: .here,
            "let name = \"n\\(count)\"; _ = Books.query().where(any: \\.editors) { $0.fullName == name }.where(every: \\.editors) { $0.fullName != name }.where(none: \\.author) { $0.fullName == name }; _ = Authors.query().where(anyItem(of: Books.self, by: \\.author) { $0.age > count }).where(noItem(of: Books.self, by: \\.author) { $0.age < count })"
        ),
        Self(
            "Query.filterMeta(_:)", place: .here,
            "_ = Books.query().filterMeta { $0.updatedAt > start }.filterMeta { $0.createdAt > start; anyOf { $0.createdAt > start; $0.updatedAt > start } }"
        ),
        Self(
            "Query.refine(_:_:)", place: .here,
            "_ = Books.query().facet(\\.rank).refine(\\.rank) { $0 >= count; $0 < 100 }"),
        Self(
            "SearchDraft.refine(_:_:)", "SearchDraft.update(_:_:)", "SearchDraft.toggle(_:_:)",
            "SearchDraft.isRefined(_:_:)", "SearchDraft.filter(_:_:)", "SearchDraft.filterAny(_:_:)",
            place: .here,
            "var search = SearchDraft(Books.query().facet(\\.rank)); search.refine(\\.rank) { $0 >= count }; search.update(\\.rank) { $0 >= count }; search.toggle(\\.rank) { $0 < count }; _ = search.isRefined(\\.rank) { $0 < count }; search.filter(\"age\") { $0.age > count }; search.filterAny(\"ages\") { $0.age == count; $0.age == 7 }"
        ),
    ]

    private static let engines = [
        Self(
            "ItemDecoder.init(module:fields:decode:)", "InstanceReader.read(_:)", place: .anywhere,
            "_ = ItemDecoder(module: Books.descriptor) { (reader) throws(ValueDecodingError) in try reader.read { (values) throws(ValueDecodingError) in 1 }.id }"
        ),
        Self(
            "RowSource.withBytes(_:_:)", place: .here,
            "RowSource().withBytes(0) { count += $0.count }"),
        Self(
            "ClosureTransport.init(_:)", place: .anywhere,
            "_ = ClosureTransport { _ in await self.note(1); return HTTPResponse(status: 200) }"),
        Self(
            "LoggingMiddleware.init(showsHeaders:clock:write:)", place: .anywhere,
            "_ = LoggingMiddleware { line in Task { await self.note(line.count) } }"),
        Self(
            "RetryMiddleware.init(_:clock:random:)", place: .anywhere,
            "let random = 0.5; _ = RetryMiddleware(random: { random })"),
        Self(
            "TransportClock.init(now:date:sleep:)", "TransportClock.now", "TransportClock.date",
            "TransportClock.sleep", place: .anywhere,
            "var clock = TransportClock(now: { .now }, date: { Date() }, sleep: { _ in await self.note(1) }); clock.now = { .now }; clock.date = { Date() }; clock.sleep = { _ in await self.note(2) }; _ = clock"
        ),
        Self(
            "HALOEngine.init(baseURL:authorization:settings:transport:deviceTags:)", place: .anywhere,
            "_ = HALOEngine(baseURL: parts.url, deviceTags: { await self.note(1); return [] })"),
        Self(
            "HALOEngine.recordingResponses(isolation:_:)", place: .here,
            "count = try await HALOEngine(baseURL: parts.url).recordingResponses { halo in count += 1; return try await halo.modules() }.responses.count"
        ),
        Self(
            "HALOEngine.init(baseURL:credentials:tokens:authorizationSettings:settings:transport:clock:deviceTags:reportStoreFailure:)",
            "HALOAuthorization.init(baseURL:credentials:tokens:settings:transport:clock:reportStoreFailure:)",
            "PocketBaseAuthorization.init(baseURL:tokens:settings:transport:clock:reportStoreFailure:)",
            place: .anywhere,
            "_ = HALOEngine(baseURL: parts.url, credentials: parts.credentials, deviceTags: { await self.note(1); return [] }, reportStoreFailure: { _ in Task { await self.note(1) } }); _ = HALOAuthorization(baseURL: parts.url, credentials: parts.credentials) { _ in Task { await self.note(1) } }; _ = PocketBaseAuthorization(baseURL: parts.url) { _ in Task { await self.note(1) } }"
        ),
        Self(
            "SearchCluster.prepare(_:filling:restarting:onProgress:)", place: .anywhere,
            "try await parts.cluster.prepare([Books.descriptor], filling: .copying, restarting: false) { _ in Task { await self.note(1) } }"
        ),
        Self(
            "TypesenseEngine.prepare(_:filling:restarting:onProgress:)",
            "OpenSearchEngine.prepare(_:filling:restarting:onProgress:)",
            "AlgoliaEngine.prepare(_:filling:restarting:onProgress:)",
            "PocketBaseEngine.prepare(_:onProgress:)", "PocketBaseEngine.repair(_:onProgress:)",
            "RepairableEngine.repair(_:onProgress:)", "OpenSearchEngine.repair(_:onProgress:)",
            "TypesenseEngine.repair(_:onProgress:)",
            place: .anywhere,
            "try await parts.typesense.prepare([Books.descriptor], filling: .copying, restarting: false) { _ in Task { await self.note(1) } }; try await parts.openSearch.prepare([Books.descriptor], filling: .copying, restarting: false) { _ in Task { await self.note(1) } }; try await parts.algolia.prepare([Books.descriptor], filling: .copying, restarting: false) { _ in Task { await self.note(1) } }; try await PocketBaseEngine(baseURL: parts.url).prepare([Books.descriptor]) { _ in Task { await self.note(1) } }; try await PocketBaseEngine(baseURL: parts.url).repair([Books.descriptor]) { _ in Task { await self.note(1) } }; try await parts.typesense.repair([Books.descriptor]) { _ in Task { await self.note(1) } }; try await parts.openSearch.repair([Books.descriptor]) { _ in Task { await self.note(1) } }"
        ),
        Self(
            "LoadableEngine.load(_:from:startingAt:onProgress:)",
            "LoadableEngine.load(_:startingAt:onProgress:)",
            place: .anywhere,
            "_ = try await parts.typesense.load(Books.descriptor, from: [Data()]) { _ in Task { await self.note(1) } }; _ = try await parts.typesense.load([Book]()) { _ in Task { await self.note(1) } }"
        ),
    ]

    private static let searching = [
        Self(
            "SearchSession.edit(_:)", "SearchSession.refine(_:_:)", place: .here,
            "parts.session.edit { $0.text = \"x\"; count += 1 }; parts.session.refine(\\.rank) { $0 >= count }"
        ),
        Self(
            "SearchModel.edit(_:)", "SearchModel.refine(_:_:)", place: .mainActor,
            "parts.model.edit { $0.text = \"x\"; count += 1 }; parts.model.refine(\\.rank) { $0 >= count }"),
        Self(
            "SearchPlan.response(isolation:asking:)", place: .here,
            "let plan = try SearchPlan(SearchDraft(Books.query()), page: 1, for: parts.engine.capabilities); _ = try await plan.response { requests in count += 1; return try await parts.engine.search(requests, decoding: .content(of: Books.self)) }"
        ),
        Self(
            "SearchCondition.init(_:)", place: .anywhere,
            "let least = 2; _ = SearchSession(Books.query(), on: parts.engine, options: .init(condition: SearchCondition { $0.text.count >= least }))"
        ),
        Self(
            "SearchSource.response(_:preliminary:)", "EngineSource.response(_:preliminary:)",
            "SpellingSource.response(_:preliminary:)", "SearchSource.didYouMean(from:whenAtMost:onFailure:)",
            place: .anywhere,
            "let page = SearchPage(SearchDraft(Books.query()), number: 1); let source = EngineSource(parts.content).didYouMean(from: parts.words, onFailure: { _ in Task { await self.note(1) } }); _ = try await source.response(page) { _ in await self.note(1) }; _ = try await EngineSource(parts.content).response(page) { _ in await self.note(1) }; let any: any SearchSource = source; _ = try await any.response(page) { _ in await self.note(1) }"
        ),
        Self(
            "SearchHistory.init(at:options:onProblem:)", place: .anywhere,
            "_ = SearchHistory { _ in Task { await self.note(1) } }"),
        Self(
            "Debouncer.init(delay:clock:receive:)",
            "Throttler.init(interval:firesFirst:clock:receive:)", place: .anywhere,
            "let debouncer = Debouncer<Int>(delay: .seconds(1)) { value in Task { await self.note(value) } }; debouncer.send(1); let throttler = Throttler<Int>(interval: .seconds(1)) { value in Task { await self.note(value) } }; throttler.send(1)"
        ),
    ]

    private static let stored = [
        Self(
            "Store.load(_:from:options:progress:)", place: .anywhere,
            "_ = try await parts.store.load(Books.self, from: .data(Data())) { _ in Task { await self.note(1) } }; _ = try await parts.store.load(\"books\", from: .data(Data())) { _ in Task { await self.note(1) } }"
        ),
        Self(
            "Store.init(_:modules:options:migrationProgress:)",
            "Store.init(_:schema:options:migrationProgress:)",
            place: .anywhere,
            "_ = try await Store(.memory, modules: [Books.descriptor]) { _ in Task { await self.note(1) } }; if let schema = parts.schema { _ = try await Store(.memory, schema: schema) { _ in Task { await self.note(1) } } }"
        ),
        Self(
            "Store.check(progress:)", "Store.check(_:options:progress:)", place: .anywhere,
            "_ = try await parts.store.check { _ in Task { await self.note(1) } }; _ = try await Store.check(.file(\"x\")) { _ in Task { await self.note(1) } }"
        ),
        Self(
            "EngineConformance.run(_:isolation:progress:)", place: .here,
            "var checks = 0; _ = try await parts.conformance.run { _ in checks += 1; count += 1 }; count = checks"
        ),
        Self(
            "FullText.rebuild(isolation:progress:)", "FullText.embed(isolation:progress:)", place: .here,
            "var last = 0; try await parts.store.fullText.rebuild { last = $0.completed; count += 1 }; try await parts.store.fullText.embed { last = $0.completed; count += 1 }; count = last"
        ),
        Self(
            "FullTextHooks.init(shouldIndex:didIndex:)", "FullTextHooks.shouldIndex",
            "FullTextHooks.didIndex", place: .anywhere,
            "var hooks = FullTextHooks(shouldIndex: { $0.id != \"\" }, didIndex: { _, words in Task { await self.note(words.count) } }); hooks.shouldIndex = { _ in true }; hooks.didIndex = { _, _ in Task { await self.note(1) } }; parts.store.fullText.use(hooks)"
        ),
    ]

    private static let served = [
        Self(
            "DevelopmentServer.Options.log", place: .anywhere,
            "var options = DevelopmentServer.Options(); options.log = { _ in Task { await self.note(1) } }; _ = options"
        )
    ]

    private static let tested = [
        Self(
            "ContentTest.afterwards(_:)", "Trait.content(_:engine:)", place: .anywhere,
            "let engine = parts.engine; let trait: ContentTrait = .content { test in test.afterwards { await self.note(1) }; await self.note(2); return engine }; _ = trait"
        ),
        Self(
            "expect(_:_:returns:inAnyOrder:from:isolation:sourceLocation:)", place: .here,
            "try await expect(Books.query(), { count += $0.age; return $0.title }, returns: [\"Emma\"], from: parts.content)"
        ),
    ]
}
