/** Reads `?name=value` as plain texts. A token such as 123e4 must not turn into a number on the way. */
export function parseSearchParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Writes a search with its leading question mark; absent values are left out, and nothing gives an empty text. */
export function writeSearchParams(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  return params.size === 0 ? '' : `?${params}`
}

/**
 * A list's reading of its address, for the router: what `parse` leaves out is said to be absent. The router would
 * otherwise keep it beside the rest, hand it on to what reads ahead, and leave it in the address bar.
 */
export function meantOnly<Search extends object>(parse: (raw: Readonly<Record<string, unknown>>) => Search) {
  return (raw: Record<string, unknown>): Search => {
    const absent = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]))
    return { ...absent, ...parse(raw) }
  }
}
