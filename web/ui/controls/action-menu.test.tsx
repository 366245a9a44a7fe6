// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ActionMenu } from './action-menu.tsx'

beforeAll(() => {
  // Missing in jsdom.
  Element.prototype.scrollIntoView = () => {}
})
afterEach(cleanup)

const menuOf = (record: string) => (
  <ActionMenu label={`Actions for ${record}`} record={record}>
    <button type="button" role="menuitem" tabIndex={-1} className="action-menu-item">
      Follow
    </button>
  </ActionMenu>
)

test('an open menu is closed when its row comes to be that of another record, and stays closed', () => {
  const { rerender } = render(menuOf('lamp'))
  fireEvent.click(screen.getByRole('button', { name: 'Actions for lamp' }))
  expect(screen.queryAllByRole('menuitem')).toHaveLength(1)
  rerender(menuOf('door'))
  expect(screen.queryAllByRole('menuitem')).toEqual([])
  expect(screen.getByRole('button', { name: 'Actions for door' }).getAttribute('aria-expanded')).toBe('false')
  rerender(menuOf('lamp'))
  expect(screen.queryAllByRole('menuitem')).toEqual([])
})
