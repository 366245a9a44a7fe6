import { readFileSync } from 'node:fs'

/** A key of docs/keys.md. */
export interface DocumentedKey {
  /** The group of the list of shortcuts, which is the heading that it stands under. */
  readonly group: string
  /** As the list prints it: 'j', 'Ctrl ↵', 'g b'. */
  readonly key: string
  /** What the list calls it, by the state that it is in; a `…` stands for any words. */
  readonly labels: readonly string[]
  /** Where it is offered; empty: on its page whatever the state. */
  readonly where: string
}

/** Reads the tables of docs/keys.md: the keys, what they do, and where. */
export function documentedKeys(): readonly DocumentedKey[] {
  const lines = readFileSync(new URL('../../docs/keys.md', import.meta.url), 'utf8').split('\n')
  let group = ''
  return lines.flatMap((line) => {
    group = /^## (.+)$/.exec(line)?.[1] ?? group
    if (!line.startsWith('| `')) return []
    const [keys = '', labels = '', where = ''] = line.split(/ *\| */).slice(1)
    return [...keys.matchAll(/`([^`]+)`/g)].map(([, key = '']) => ({ group, key, labels: labels.split(' / '), where }))
  })
}

/** Returns the row of the document that tells of a key. */
export function documentedAs(
  documented: readonly DocumentedKey[],
  { group, key, label }: { group: string; key: string; label: string },
): DocumentedKey | undefined {
  const fits = (pattern: string) =>
    pattern === label || (pattern.endsWith('…') && label.startsWith(pattern.slice(0, -1)))
  return documented.find((one) => one.group === group && one.key === key && one.labels.some(fits))
}
