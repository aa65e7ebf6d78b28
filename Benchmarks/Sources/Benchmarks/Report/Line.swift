/// A line of the table: the readings of one workload.
struct Line {
  let workload: String
  let hand: Reading
  let reference: Reading?
  let astroject: Reading

  var toHand: Double { astroject.ratio(to: hand) }
  var toReference: Double? { reference.map { astroject.ratio(to: $0) } }
}
