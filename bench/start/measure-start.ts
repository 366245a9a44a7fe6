import { findSimilar } from '#shared/similar/contract.ts'
import { startProcess } from '#testing/product-process.ts'
import { readFileSync } from 'node:fs'

/** One start of the product, as `npm start` makes it. */
export interface StartFigures {
  /** Seconds until the ready line. */
  readonly seconds: number
  /** Seconds of processor time of the application's process until then. */
  readonly processor: number
  /** Seconds until the index of similar bugs answers too; undefined where it was not measured. */
  readonly similar?: number
}

/** Measures one start. @param cookie of a person who may search; without one the similar bugs are not measured */
export async function measureStart(settings: Record<string, string>, cookie?: string): Promise<StartFigures> {
  const began = performance.now()
  const product = await startProcess(settings)
  try {
    const figures = { seconds: (performance.now() - began) / 1000, processor: processorOf(product.pid) }
    if (!cookie) return figures
    await similarReady(product.origin, cookie)
    return { ...figures, similar: (performance.now() - began) / 1000 }
  } finally {
    await product.end()
  }
}

/** Waits until the index answers instead of an ordinary search. */
export async function similarReady(origin: string, cookie: string): Promise<void> {
  const request = {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin },
    body: JSON.stringify({ title: 'two words' }),
  }
  for (;;) {
    const response = await fetch(origin + findSimilar.path, request)
    if (response.status !== 200) throw new Error(`${findSimilar.path} answers ${response.status}.`)
    const { isReady } = (await response.json()) as { isReady: boolean }
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Converts the ticks of a process, which are hundredths of a second on Linux. */
function processorOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) / 100
}
