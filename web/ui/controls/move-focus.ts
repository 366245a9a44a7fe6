/** Moves the focus by a key along the first elements of rows, around their ends. Returns false when the key is not for that. */
export function moveFocus(key: string, stops: readonly HTMLElement[]): boolean {
  // Beside a stop there may be another control of its row.
  const current = stops.findIndex(({ parentElement: row }) => row?.contains(document.activeElement))
  const places: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: Math.max(current, 0) - 1,
    Home: 0,
    End: -1,
  }
  const place = places[key]
  if (place === undefined) return false
  stops.at(place % stops.length)?.focus()
  return true
}
