/** One of the people whom somebody typed or pasted. */
export interface TypedAddress {
  /** As it stands in the text, with its name. */
  readonly typed: string
  /** The name before the angle brackets; empty without one. */
  readonly name: string
  /** What should be an address: nothing has judged it yet. */
  readonly address: string
}

/**
 * Returns the addresses of a text in which commas, semicolons and line breaks separate them, each once, in their order. One may
 * be written as in a mail: `Ann <ann@example.org>`, with commas in its name.
 */
export function splitAddresses(text: string): TypedAddress[] {
  const pieces = text.match(/("[^"\r\n]*"|[^;\r\n])+/g) ?? []
  const all = pieces.flatMap((piece) => (isOneWithName(piece) ? [piece] : (piece.match(/("[^"]*"|[^,])+/g) ?? [])))
  const byAddress = new Map<string, TypedAddress>()
  for (const one of all.map(addressOf)) {
    const key = one.address.toLowerCase()
    if (one.typed !== '' && !byAddress.has(key)) byAddress.set(key, one)
  }
  return [...byAddress.values()]
}

/** Several names write a comma between family name and given name: `Doe, Jane <jane@example.org>`. */
const isOneWithName = (piece: string) => /^[^@<>]*<[^<>]*>\s*$/.test(piece)

function addressOf(piece: string): TypedAddress {
  const typed = piece.trim()
  const [, name = '', address = typed] = /^([^<>]*)<([^<>]*)>$/.exec(typed) ?? []
  return { typed, name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() }
}
