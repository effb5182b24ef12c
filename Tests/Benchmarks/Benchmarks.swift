import Foundation

/// Measures the rows of the goals and compares each number with its checked-in threshold.
///
/// ```
/// swift run -c release Benchmarks                 # every area
/// swift run -c release Benchmarks decode store    # some
/// ```
@main
enum Benchmarks {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        #if SQLite
        if arguments.first == OtherProcessBenchmark.argument {
            do { try await OtherProcessBenchmark.write(arguments: Array(arguments)) } catch { exit(1) }
            return
        }
        #endif
        if arguments.contains("--help") || arguments.contains("-h") {
            print(
                "usage: Benchmarks [\(areas.map(\.name).joined(separator: "|"))] …\nExits with 1 when a threshold is missed."
            )
            return
        }
        if let unknown = arguments.first(where: { name in !areas.contains { $0.name == name } }) {
            FileHandle.standardError.write(
                Data(
                    "error: no area '\(unknown)'; expected some of \(areas.map(\.name).joined(separator: ", "))\n"
                        .utf8))
            exit(2)
        }
        #if DEBUG
        print("note: built for debugging; the numbers below are meant for -c release")
        #endif
        var missed: [String] = []
        do {
            let thresholds = try Thresholds.checkedIn(package: package)
            for area in areas where arguments.isEmpty || arguments.contains(area.name) {
                for measurement in try await area.run() {
                    let verdict = thresholds.verdict(on: measurement)
                    print(Report.line(measurement, verdict))
                    if verdict.isMissed { missed.append(measurement.name) }
                }
            }
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
        if !missed.isEmpty {
            print("\(missed.count) past their threshold: \(missed.joined(separator: ", "))")
            exit(1)
        }
    }

    /// The root of this package: three folders above this file.
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().path

    struct Area {
        var name: String
        var run: () async throws -> [Measurement]
    }

    static var areas: [Area] {
        [
            Area(name: "queries") { try QueryBenchmarks.run() },
            Area(name: "analyzer") { AnalyzerBenchmarks.run() },
            Area(name: "decode") { try await DecodeBenchmarks.run() },
            Area(name: "clusters") { try await ClusterBenchmarks.run() },
            Area(name: "transport") { try await TransportBenchmarks.run() },
            Area(name: "store") { try await StoreBenchmarks.run() },
            Area(name: "syncing") { try await SyncBenchmarks.run() },
            Area(name: "live") { try await LiveBenchmarks.run() },
            Area(name: "relations") { try await RelationBenchmarks.run() },
            Area(name: "members") { try await MemberBenchmarks.run() },
            Area(name: "text") { try await TextBenchmarks.run() },
            Area(name: "relevance") { try await RelevanceBenchmarks.run() },
            Area(name: "spelling") { try await SpellingBenchmarks.run() },
            Area(name: "meaning") { try await MeaningBenchmarks.run() },
            Area(name: "sessions") { await SessionBenchmarks.run() },
            Area(name: "build") { try BuildBenchmarks(package: package).run() },
        ]
    }
}
