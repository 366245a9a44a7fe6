/** Parses `?name=value` as plain texts, so that a token such as 123e4 doesn't become a number. */
export function parseSearchParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Returns a search with its leading question mark, without absent values; empty when nothing remains. */
export function writeSearchParams(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value))
  }
  return params.size === 0 ? '' : `?${params}`
}

/**
 * Wraps a list's parser for the router: what `parse` drops is set to undefined. Otherwise the router would keep it,
 * pass it to the prefetching, and leave it in the address bar.
 */
export function meantOnly<Search extends object>(parse: (raw: Readonly<Record<string, unknown>>) => Search) {
  return (raw: Record<string, unknown>): Search => {
    const absent = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]))
    return { ...absent, ...parse(raw) }
  }
}
