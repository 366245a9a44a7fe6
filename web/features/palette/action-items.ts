import { type Action, keysOf } from '#web/lib/actions.ts'
import { fuzzyMatch } from './fuzzy.ts'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'

/** Rows of one group while something is asked for; without, all are shown. */
const maxFound = 6

/**
 * What the page and the whole product offer, in groups: all of it, or what answers the words, best first. Of the same
 * name in the same group only the most recently mounted is shown.
 */
export function actionGroupsFor(actions: readonly Action[], words: string): readonly PaletteGroup[] {
  const offered = actions.filter(({ inPalette }) => inPalette !== false)
  const groups = [
    { name: 'On this page', ofGroup: (group: string) => group !== 'Go to' && group !== 'Everywhere' },
    { name: 'Go to', ofGroup: (group: string) => group === 'Go to' },
    { name: 'Everywhere', ofGroup: (group: string) => group === 'Everywhere' },
  ]
  return groups.map(({ name, ofGroup }) => {
    const items = offered.filter(({ group }) => ofGroup(group)).map(itemOf)
    const latest = items.filter((item, index) => !items.slice(index + 1).some(({ label }) => label === item.label))
    return { name, items: words === '' ? latest : answering(latest, words).slice(0, maxFound) }
  })
}

/** The items that answer the words, best first, with what is asked for marked. */
export function answering(items: readonly PaletteItem[], words: string): readonly PaletteItem[] {
  return items
    .flatMap((item) => {
      const match = fuzzyMatch(words, item.label)
      return match ? [{ item: { ...item, marks: match.marks }, score: match.score }] : []
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ item }) => item)
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
