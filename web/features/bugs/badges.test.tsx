// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ClassificationBadge, StatusBadge, UnassignedBadge } from './badges.tsx'

afterEach(cleanup)

test.each([
  ['Open', 'green'],
  ['In Progress', 'amber'],
  ['Closed', 'grey'],
  ['Resolved', 'blue'],
  ['Waiting', 'light'],
  ['constructor', 'light'],
])('the status %s is %s and has an icon', (status, tone) => {
  render(<StatusBadge status={status} />)
  const badge = screen.getByText(status)
  expect(badge.dataset['tone']).toBe(tone)
  expect(badge.querySelector('svg')).not.toBeNull()
})

test('a bug without a status is open', () => {
  render(<StatusBadge />)
  expect(screen.getByText('Open').dataset['tone']).toBe('green')
})

test('only a duplicate carries the link icon', () => {
  const { container, rerender } = render(<ClassificationBadge classification="duplicate" />)
  expect(container.querySelector('svg')).not.toBeNull()
  rerender(<ClassificationBadge classification="approved" />)
  expect(container.querySelector('svg')).toBeNull()
})

test('a bug of nobody is UnAssigned on its page', () => {
  render(<UnassignedBadge />)
  expect(screen.getByText('UnAssigned')).toBeTruthy()
})
