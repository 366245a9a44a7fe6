/** Returns a record whose names a tracker chooses: none of them, such as `__proto__`, means anything else. */
export function namedByTracker<T>(entries: Readonly<Record<string, T>> = {}): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, entries)
}

/** Reads JSON of unknown shape: whatever is not as expected is missing. */
export class Values {
  readonly #value: unknown

  constructor(value: unknown) {
    this.#value = value
  }

  /** What stands at a path of names. */
  at(...path: readonly string[]): Values {
    let value = this.#value
    for (const name of path) {
      value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
    }
    return new Values(value)
  }

  get raw(): unknown {
    return this.#value
  }

  /** Whether there is anything. */
  get isThere(): boolean {
    return this.#value !== undefined && this.#value !== null
  }

  get isRecord(): boolean {
    return isRecord(this.#value)
  }

  get isList(): boolean {
    return Array.isArray(this.#value)
  }

  get isTrue(): boolean {
    return this.#value === true
  }

  /** A text, or a number or yes and no as text; empty for anything else. */
  get text(): string {
    const value = this.#value
    if (typeof value === 'string') return value
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  }

  get number(): number {
    const value = Number(this.text || Number.NaN)
    return Number.isFinite(value) ? value : 0
  }

  get list(): readonly Values[] {
    return Array.isArray(this.#value) ? this.#value.map((value) => new Values(value)) : []
  }

  get entries(): readonly (readonly [string, Values])[] {
    return isRecord(this.#value) ? Object.entries(this.#value).map(([name, value]) => [name, new Values(value)]) : []
  }

  /** The texts of a list, without the empty ones. */
  get texts(): readonly string[] {
    return this.list.map(({ text }) => text.trim()).filter((text) => text !== '')
  }

  /** What a list's entries have at a path, without the empty ones. */
  textsAt(...path: readonly string[]): readonly string[] {
    return this.list.map((value) => value.at(...path).text.trim()).filter((text) => text !== '')
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
