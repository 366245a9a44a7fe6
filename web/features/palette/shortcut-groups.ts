import { type Action, actionGroups, type ActionGroup, keysOf, obeysSwitch } from '#web/lib/keys/actions.ts'

export interface Shortcut {
  readonly label: string
  readonly keys: readonly string[]
}

export interface ShortcutGroup {
  readonly name: string
  readonly shortcuts: readonly Shortcut[]
}

const names: Readonly<Record<ActionGroup, string>> = {
  'This bug': 'This bug',
  List: 'List',
  Conversation: 'Conversation',
  Form: 'In a form',
  Writing: 'While writing',
  'Go to': 'Go to',
  Everywhere: 'Everywhere',
}

/** Returns the keys of the page, by group. Actions of one name, such as j and the arrow, share a row. */
export function shortcutGroups(actions: readonly Action[], singleKeysAreOn: boolean): readonly ShortcutGroup[] {
  return actionGroups
    .map((group) => {
      const rows = new Map<string, Set<string>>()
      for (const action of actions.filter((one) => one.group === group)) {
        const keys = keysOf(action).filter((one) => singleKeysAreOn || !obeysSwitch(action, one))
        if (keys.length > 0) rows.set(action.label, new Set([...(rows.get(action.label) ?? []), ...keys]))
      }
      return { name: names[group], shortcuts: [...rows].map(([label, keys]) => ({ label, keys: [...keys] })) }
    })
    .filter(({ shortcuts }) => shortcuts.length > 0)
}
