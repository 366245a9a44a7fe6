import { expect, test } from 'vitest'
import type { Action } from '#web/lib/keys/actions.ts'
import { shortcutGroups } from './shortcut-groups.ts'

const action = (label: string, rest: Partial<Action>): Action => ({
  id: label,
  label,
  group: 'Everywhere',
  run: () => {},
  ...rest,
})

const within = { current: null }

const all = [
  action('Next bug', { group: 'List', keys: 'j' }),
  action('Next bug', { group: 'List', keys: 'ArrowDown' }),
  action('Palette', { keys: ['Mod+K', '!'] }),
  action('Log out', {}),
  action('Send', { group: 'Form', keys: 'Mod+Enter', within }),
  action('Send', { group: 'Form', keys: 'Mod+Enter', within: { current: null } }),
  action('Leave', { group: 'Conversation', keys: 'Escape', within }),
]

test('keys stand by group, those of one name in one row, and what has no key in none', () => {
  expect(shortcutGroups(all, true)).toEqual([
    { name: 'List', shortcuts: [{ label: 'Next bug', keys: ['j', 'ArrowDown'] }] },
    { name: 'Conversation', shortcuts: [{ label: 'Leave', keys: ['Escape'] }] },
    { name: 'In a form', shortcuts: [{ label: 'Send', keys: ['Mod+Enter'] }] },
    { name: 'Everywhere', shortcuts: [{ label: 'Palette', keys: ['Mod+K', '!'] }] },
  ])
})

test('without single keys only what still works is shown', () => {
  expect(shortcutGroups(all, false).flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys))).toEqual([
    'Escape',
    'Mod+Enter',
    'Mod+K',
  ])
})
