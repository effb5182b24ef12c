import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Counts calls of `malloc` by running this program again with a counting library before the C library.
///
/// The library is compiled by the toolchain's own `clang`. Without it, or without `LD_PRELOAD`, there is no count.
enum AllocationCounter {
    /// Set for the child process, which then counts instead of measuring.
    static let variable = "QUIRE_COUNT_ALLOCATIONS"

    private static let source = """
        #define _GNU_SOURCE
        #include <stddef.h>
        extern void *__libc_malloc(size_t); extern void *__libc_calloc(size_t, size_t);
        extern void *__libc_realloc(void *, size_t); extern void *__libc_memalign(size_t, size_t);
        static long count;
        long quire_allocations(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }
        static void add(void) { __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }
        void *malloc(size_t size) { add(); return __libc_malloc(size); }
        void *calloc(size_t number, size_t size) { add(); return __libc_calloc(number, size); }
        void *realloc(void *old, size_t size) { add(); return __libc_realloc(old, size); }
        int posix_memalign(void **out, size_t alignment, size_t size) {
            add(); *out = __libc_memalign(alignment, size); return *out ? 0 : 12;
        }
        """

    /// In the child: prints how many allocations the body makes in its second run.
    static func report(_ body: () -> Void) {
        #if canImport(Glibc)
        typealias Count = @convention(c) () -> Int
        guard let symbol = dlsym(nil, "quire_allocations") else { return }
        let count = unsafeBitCast(symbol, to: Count.self)
        body()
        let before = count()
        body()
        print("allocations: \(count() - before)")
        #endif
    }

    /// In the parent: the number that the child reports for an area of the benchmarks.
    static func count(area: String) -> Int? {
        #if canImport(Glibc)
        let folder = NSTemporaryDirectory() + "quire-allocations-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try source.write(toFile: folder + "/count.c", atomically: true, encoding: .utf8)
            let library = folder + "/libcount.so"
            _ = try output(["clang", "-shared", "-fPIC", "-O1", "-o", library, folder + "/count.c"], [:])
            let text = try output(
                [CommandLine.arguments[0], area], ["LD_PRELOAD": library, variable: "1"])
            let line = text.split(separator: "\n").first { $0.hasPrefix("allocations: ") }
            return line.flatMap { Int($0.dropFirst("allocations: ".count)) }
        } catch {
            return nil
        }
        #else
        return nil
        #endif
    }

    private static func output(_ command: [String], _ environment: [String: String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
