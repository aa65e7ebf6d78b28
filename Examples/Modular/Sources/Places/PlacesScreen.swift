#if canImport(SwiftUI)
  import AstrojectUI
  import ForecastInterface
  import PlacesInterface
  import SwiftUI

  /// The feature's screen.
  package struct PlacesScreen: View {
    @ResolvedState private var model: PlacesModel

    package init() {}

    package var body: some View {
      VStack {
        List(model.rows) { row in Text(row.text) }
        Button("Add Paris") { Task { await model.add("Paris") } }
      }
      .task { await model.load() }
    }
  }

  #Preview("Sun everywhere", traits: .container(PlacesAlone.self)) {
    PlacesScreen()
  }

  #Preview(
    "Frost at one place",
    traits: .container(PlacesAlone.self) { overrides in
      try overrides.replace((any PlaceStore).self) { SavedPlaces(["Tromsø"]) }
      try overrides.replace((any ForecastService).self) { SameWeather(Forecast(sky: "snow", degrees: -8)) }
    }
  ) {
    PlacesScreen()
  }
#endif
