import { expect, test } from 'vitest'
import type { Action } from '#web/lib/keys/actions.ts'
import { actionGroupsFor } from './action-items.ts'

const action = (label: string, rest: Partial<Action> = {}): Action => ({
  id: label,
  label,
  group: 'Everywhere',
  run: () => {},
  ...rest,
})

const offered = [
  action('Bugs: Untriaged', { group: 'Go to', href: '/page/bugs/list?view=untriaged' }),
  action('Bugs', { group: 'Go to', keys: 'g b', href: '/page/bugs/list' }),
  action('Close this bug', { group: 'This bug', keys: 'x' }),
  action('Next bug', { group: 'List', keys: 'j', inPalette: false }),
  action('Log out'),
]

const labels = (words: string) =>
  actionGroupsFor(offered, words).map(({ name, items }) => [name, items.map(({ label }) => label)])

test('all of it in groups, what has keys first, without what only moves', () => {
  expect(labels('')).toEqual([
    ['On this page', ['Close this bug']],
    ['Go to', ['Bugs', 'Bugs: Untriaged']],
    ['Everywhere', ['Log out']],
  ])
})

test('what answers the words, best first', () => {
  expect(labels('bu')).toEqual([
    ['On this page', ['Close this bug']],
    ['Go to', ['Bugs', 'Bugs: Untriaged']],
    ['Everywhere', []],
  ])
})

test('what is everywhere counts for less than a place of the same beginning', () => {
  const [, places, everywhere] = actionGroupsFor([...offered, action('Logs', { group: 'Go to' })], 'log')
  expect(everywhere?.items).toHaveLength(1)
  expect(places?.score).toBeGreaterThan(everywhere?.score ?? 0)
})

test('of one name only the latest is offered, and it leads where it says', () => {
  const done: string[] = []
  const twice = ['early', 'late'].map((id) => action('Send', { id, group: 'Form', run: () => void done.push(id) }))
  const [here] = actionGroupsFor(twice, '')
  expect(here?.items).toHaveLength(1)
  here?.items[0]?.run()
  expect(done).toEqual(['late'])
  expect(actionGroupsFor(offered, '')[1]?.items[0]?.href).toBe('/page/bugs/list')
})
