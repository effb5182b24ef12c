import QuireCore
import QuireEngine

/// A search cluster whose collections a `CollectionDriver` prepares.
package protocol PreparingCluster: SearchCluster, InstanceLoading {
    /// - Throws: `UnsupportedError` or `QueryError` if the settings do not fit.
    func driver(of module: ModuleDescriptor) throws -> any CollectionDriver
}

extension PreparingCluster {
    public func plan(
        for modules: [ModuleDescriptor], filling: ClusterFilling, restarting: Bool
    ) async throws -> PreparationPlan {
        var planned: [PreparationPlan.Module] = []
        for driver in try modules.map(driver) {
            if let plan = try await driver.plan(filling, restarting: restarting) { planned.append(plan) }
        }
        return PreparationPlan(planned)
    }

    package func loadingPlace(
        for module: ModuleDescriptor, replacing: Bool, resuming: Bool
    ) async throws -> LoadingPlace {
        try await driver(of: module).loadingPlace(replacing: replacing, resuming: resuming)
    }

    package func putLive(_ place: LoadingPlace, of module: ModuleDescriptor) async throws {
        try await driver(of: module).putLive(place)
    }
}
