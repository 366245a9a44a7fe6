import type { CDPSession } from '@playwright/test'

/** What was received over the network, in bytes as sent (compressed, with headers). */
export interface Transfers {
  readonly requests: number
  readonly script: number
  readonly style: number
  readonly font: number
  readonly data: number
  readonly all: number
  /** Encodings of scripts and style sheets, such as `br`. */
  readonly encodings: readonly string[]
}

/** Counts from now on; network events must be enabled. */
export function watchTransfers(devtools: CDPSession): () => Transfers {
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  const encodings = new Set<string>()
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type)
    const names = Object.entries(response.headers).filter(([name]) => name.toLowerCase() === 'content-encoding')
    if (type === 'Script' || type === 'Stylesheet') encodings.add(names[0]?.[1] ?? 'none')
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
  })
  return () => ({
    requests: kinds.size,
    script: bytes.get('Script') ?? 0,
    style: bytes.get('Stylesheet') ?? 0,
    font: bytes.get('Font') ?? 0,
    data: (bytes.get('Fetch') ?? 0) + (bytes.get('XHR') ?? 0),
    all: [...bytes.values()].reduce((sum, one) => sum + one, 0),
    encodings: [...encodings],
  })
}
