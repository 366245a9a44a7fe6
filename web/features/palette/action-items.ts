import { type Action, keysOf } from '#web/lib/keys/actions.ts'
import { fuzzyMatch } from './fuzzy.ts'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

/** Most rows of one group during a search; without one, all are shown. */
const maxFound = 6
/** Penalty for actions that exist on every page, such as logging out, because people mean them less often. */
const everywhereCosts = 60

/**
 * Returns the actions of the page and of the whole product in groups: all of them, or those that match the words, best
 * first. Of equal names in the same group only the most recently mounted is shown.
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

/** Puts actions with keys first, because they are the most common, and otherwise keeps the page's order. */
function keyedFirst(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const hasKeys = ({ keys = [] }: PaletteItem) => keys.length > 0
  return [...items.filter(hasKeys), ...items.filter((item) => !hasKeys(item))]
}

/** A group, with the score of its best item. */
export interface ScoredGroup extends PaletteGroup {
  readonly score: number
}

/** Returns the items that match the words, best first, with the matches marked. */
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
