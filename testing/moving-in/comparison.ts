interface Row {
  compared: number
  equal: number
  kept: number
  readonly why: Map<string, { count: number; example: string }>
}

/** Counts by field what is equal, and why the rest differs. */
export class Comparison {
  readonly #rows = new Map<string, Row>()

  /**
   * Compares a value; one that neither side has is not counted.
   * @param why it may differ
   * @param place `kept` where there is no field, and words are kept with the history
   */
  compare(
    field: string,
    key: string,
    given: unknown,
    stored: unknown,
    why = '',
    place: 'field' | 'kept' = 'field',
  ): void {
    if (isNothing(given) && isNothing(stored)) return
    const row = this.#row(field)
    row.compared += 1
    const isEqual = field === 'issue' ? stored !== null : JSON.stringify(given) === JSON.stringify(stored)
    if (isEqual) row[place === 'kept' ? 'kept' : 'equal'] += 1
    else this.#differs(row, why || 'unexpected', `${key}: ${difference(given, stored)}`)
  }

  note(field: string, key: string, what: string): void {
    this.#differs(this.#row(field), what, key)
  }

  lines(): string[] {
    const head = ['field', 'compared', 'equal', 'kept', 'differing', 'why, with an example']
    const rows = [...this.#rows].map(([field, { compared, equal, kept, why }]) => [
      field,
      ...[compared, equal, kept, compared - equal - kept].map((n) => n.toLocaleString('en-US')),
      [...why].map(([reason, { count, example }]) => `${count} ${reason} (${example})`).join('; '),
    ])
    const widths = head.map((_, column) =>
      column === 5 ? 0 : Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
    )
    return [head, head.map((_, column) => '-'.repeat(widths[column] || 3)), ...rows].map(
      (row) =>
        `| ${row.map((cell, column) => (column === 0 || column === 5 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`,
    )
  }

  #row(field: string): Row {
    let row = this.#rows.get(field)
    if (!row) this.#rows.set(field, (row = { compared: 0, equal: 0, kept: 0, why: new Map() }))
    return row
  }

  #differs({ why }: Row, reason: string, example: string): void {
    const entry = why.get(reason)
    if (entry) entry.count += 1
    else why.set(reason, { count: 1, example })
  }
}

const isNothing = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns both sides from the first word on in which they differ. */
function difference(given: unknown, stored: unknown): string {
  const [a, b] = [String(given), String(stored)]
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const from = a.lastIndexOf(' ', at) + 1
  const part = (text: string) =>
    text
      .slice(from, from + 50)
      .replaceAll('|', '¦')
      .replaceAll('\n', ' ')
  return `‘${part(a)}’ is ‘${part(b)}’`
}
