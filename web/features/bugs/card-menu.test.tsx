// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { BugListItem } from '#shared/bugs/contract.ts'
import { CardMenu } from './card-menu.tsx'

beforeAll(() => {
  // What jsdom lacks and menus measure with.
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(cleanup)

const id = '6b010ee9c2cefc2393cdc080'

/** What the menu offers for these abilities: its words and where they lead. */
async function offered(abilities: Partial<BugListItem['abilities']>): Promise<Record<string, string>> {
  const bug: BugListItem = {
    _id: id,
    title: 'Lamp flickers',
    description: '',
    stepsToReproduce: '',
    createdOn: '2026-01-02T03:04:05Z',
    createdBy: { _id: id, fullName: 'Ada Lovelace' },
    isClosed: false,
    status: 'Open',
    classification: 'unclassified',
    labels: [],
    commentCount: 0,
    abilities: {
      comment: true,
      edit: 'none',
      editMy: false,
      editAny: false,
      close: false,
      classify: false,
      assign: false,
      ...abilities,
    },
  }
  const screenWithMenu = () => (
    <MantineProvider env="test">
      <main id="content">
        <CardMenu bug={bug} />
      </main>
    </MantineProvider>
  )
  const routeTree = createRootRoute({ component: screenWithMenu })
  render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Lamp flickers' }))
  const items = await screen.findAllByRole('menuitem')
  return Object.fromEntries(items.map((item) => [item.textContent, item.getAttribute('href') ?? '']))
}

test('a reader may look', async () => {
  expect(await offered({})).toEqual({ 'Show More': `/page/bugs/list/view/${id}` })
})

test('the creator edits on the own-bug route, even one who may edit any', async () => {
  expect(await offered({ edit: 'my', editMy: true, editAny: true })).toEqual({
    'Show More': `/page/bugs/list/view/${id}`,
    Edit: `/page/bugs/list/edit/my/${id}`,
  })
})

test('staff edit on the any-bug route, classify and assign', async () => {
  expect(await offered({ edit: 'any', editAny: true, classify: true, assign: true })).toEqual({
    'Show More': `/page/bugs/list/view/${id}`,
    Edit: `/page/bugs/list/edit/${id}`,
    Classify: `/page/bugs/list/classify/${id}`,
    'Assign User': `/page/bugs/assignUser/${id}`,
  })
})
