/** Examples of each finding in the report. */
const examples = 3

export interface Finding {
  readonly name: string
  /** How often, in all bugs. */
  readonly count: number
  readonly bugs: number
  readonly examples: readonly string[]
}

/** Collects what could not be carried over as it was, or was changed on the way. */
export class Findings {
  readonly #found = new Map<string, { count: number; bugs: Set<string>; examples: string[] }>()

  /** @param example empty when the name says everything */
  add(name: string, key: string, example = '', count = 1): void {
    let entry = this.#found.get(name)
    if (!entry) this.#found.set(name, (entry = { count: 0, bugs: new Set(), examples: [] }))
    entry.count += count
    if (!entry.bugs.has(key) && entry.examples.length < examples) {
      entry.examples.push(example ? `${key}: ${oneLine(example)}` : key)
    }
    entry.bugs.add(key)
  }

  get all(): readonly Finding[] {
    return [...this.#found].map(([name, { count, bugs, examples }]) => ({ name, count, bugs: bugs.size, examples }))
  }
}

const oneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 60).replace(/[\ud800-\udbff]$/, '')}…` : line
}
