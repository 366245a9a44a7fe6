// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { listedBug } from '#web/features/bugs/listed-bug-for-tests.ts'
import { loadPopups } from '#web/ui/overlays/late-popups.tsx'
import { CardMenu } from './card-menu.tsx'

// What jsdom lacks.
const { scrollIntoView } = Element.prototype
beforeAll(async () => {
  await loadPopups()
  Element.prototype.scrollIntoView = () => {}
})
afterAll(() => void (Element.prototype.scrollIntoView = scrollIntoView))
beforeEach(() => void vi.stubGlobal('scrollTo', () => {}))

const id = '6b010ee9c2cefc2393cdc080'

/** Shows the menu of a bug with these abilities and opens it. */
async function open(abilities: Partial<BugListItem['abilities']>): Promise<HTMLElement> {
  const bug = listedBug(id, { title: 'Lamp flickers' }, abilities)
  const component = () => (
    <>
      <CardMenu bugId={bug._id} title={bug.title} abilities={bug.abilities} />
      <p>elsewhere</p>
    </>
  )
  const routeTree = createRootRoute({ component })
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />)
  const button = await screen.findByRole('button', { name: 'Actions for Lamp flickers' })
  fireEvent.click(button)
  await screen.findByRole('menu', { name: 'Actions' })
  return button
}

const items = () => screen.queryAllByRole('menuitem')
const offered = () => Object.fromEntries(items().map((item) => [item.textContent, item.getAttribute('href')]))
/** Offered to everybody, here and not on a screen of its own. */
const snooze = { Snooze: null }
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })

test('a reader may look', async () => {
  await open({})
  expect(offered()).toEqual({ 'Show More': `/page/bugs/list/view/${id}`, ...snooze })
})

test('the creator edits on the own-bug route, even one who may edit any', async () => {
  await open({ edit: 'my', editMy: true, editAny: true })
  expect(offered()).toEqual({
    'Show More': `/page/bugs/list/view/${id}`,
    Edit: `/page/bugs/list/edit/my/${id}`,
    ...snooze,
  })
})

test('staff edit on the any-bug route, classify and assign', async () => {
  await open({ edit: 'any', editAny: true, classify: true, assign: true })
  expect(offered()).toEqual({
    'Show More': `/page/bugs/list/view/${id}`,
    Edit: `/page/bugs/list/edit/${id}`,
    Classify: `/page/bugs/list/classify/${id}`,
    'Assign User': `/page/bugs/assignUser/${id}`,
    ...snooze,
  })
})

test('the arrows go round, Home and End go to the ends, a letter to what it begins', async () => {
  await open({ edit: 'my', classify: true })
  const focused = () => document.activeElement?.textContent
  expect(focused()).toBe('Show More')
  for (const [key, next] of [
    ['ArrowUp', 'Snooze'],
    ['ArrowDown', 'Show More'],
    ['ArrowDown', 'Edit'],
    ['End', 'Snooze'],
    ['Home', 'Show More'],
    ['c', 'Classify'],
  ] as const) {
    press(key)
    // The focus follows in the next frame.
    await vi.waitFor(() => expect(focused()).toBe(next))
  }
})

test('Escape closes and gives the focus back', async () => {
  const button = await open({})
  press('Escape')
  expect(items()).toEqual([])
  expect(document.activeElement).toBe(button)
})

test('a press elsewhere closes, a press inside does not', async () => {
  await open({})
  fireEvent.pointerDown(screen.getByRole('menu'))
  await new Promise((resolve) => setTimeout(resolve))
  expect(items()).toHaveLength(2)
  fireEvent.pointerDown(screen.getByText('elsewhere'))
  expect(items()).toEqual([])
})
