import { type Action, keysOf } from '#web/lib/keys/actions.ts'
import { fuzzyMatch } from './fuzzy.ts'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

/** Rows of one group while something is asked for; without, all are shown. */
const maxFound = 6
/** What is there on every page, logging out among it, is meant less often than what only looks like it. */
const everywhereCosts = 60

/**
 * What the page and the whole product offer, in groups: all of it, or what answers the words, best first. Of the same
 * name in the same group only the most recently mounted is shown.
 */
export function actionGroupsFor(actions: readonly Action[], words: string): readonly ScoredGroup[] {
  const offered = actions.filter(({ inPalette }) => inPalette !== false)
  const groups = [
    { name: 'On this page', ofGroup: (group: string) => group !== 'Go to' && group !== 'Everywhere' },
    { name: 'Go to', ofGroup: (group: string) => group === 'Go to' },
    { name: 'Everywhere', ofGroup: (group: string) => group === 'Everywhere' },
  ]
  return groups.map(({ name, ofGroup }) => {
    const items = offered.filter(({ group }) => ofGroup(group)).map(itemOf)
    const latest = items.filter((item, index) => !items.slice(index + 1).some(({ label }) => label === item.label))
    if (words === '') return { name, items: keyedFirst(latest), score: 0 }
    const found = answering(name, latest, words, maxFound)
    return name === 'Everywhere' ? { ...found, score: found.score - everywhereCosts } : found
  })
}

/** What has keys is what most people want; the page's own come in its own order all the same. */
function keyedFirst(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const hasKeys = ({ keys = [] }: PaletteItem) => keys.length > 0
  return [...items.filter(hasKeys), ...items.filter((item) => !hasKeys(item))]
}

/** A group and how well its best item answers. */
export interface ScoredGroup extends PaletteGroup {
  readonly score: number
}

/** The items that answer the words, best first, with what is asked for marked. */
export function answering(name: string, items: readonly PaletteItem[], words: string, most: number): ScoredGroup {
  const found = items
    .flatMap((item) => {
      const match = fuzzyMatch(words, item.label)
      return match ? [{ item: { ...item, marks: match.marks }, score: match.score }] : []
    })
    .toSorted((one, other) => other.score - one.score)
  return { name, items: found.slice(0, most).map(({ item }) => item), score: found[0]?.score ?? 0 }
}

function itemOf(action: Action): PaletteItem {
  const { id, label, group, href } = action
  return {
    key: `action ${id} ${label}`,
    kind: group === 'Go to' ? 'place' : 'action',
    label,
    keys: keysOf(action),
    ...(href !== undefined && { href }),
    run: () => void action.run(),
  }
}
