// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bugFields, initialValues, plainNames } from '#shared/bugs/fields.ts'
import { ClassificationBadge, FieldBadge, FieldBadges, StatusBadge, UnassignedBadge } from './badges.tsx'

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

test('each classification is a word with an icon of its own, and only a duplicate carries the link', () => {
  const icons = bugFields.classification.values.map((classification) => {
    const { container, unmount } = render(<ClassificationBadge classification={classification} />)
    expect(container.textContent).toBe(`Classification: ${classification}`)
    const icon = container.querySelector('svg')?.getAttribute('class')
    expect(icon?.includes('icon-link')).toBe(classification === 'duplicate')
    unmount()
    return icon
  })
  expect(new Set(icons).size).toBe(icons.length)
})

test('in a row the status is its icon, and the word stays for who can’t see it', () => {
  const { container } = render(<StatusBadge status="In Progress" isIcon />)
  expect(container.querySelector('svg')).not.toBeNull()
  expect(screen.getByText('In Progress').className).toBe('visually-hidden')
  expect(screen.getByTitle('In Progress').dataset['tone']).toBe('amber')
})

test('a bug of nobody is UnAssigned on its page', () => {
  render(<UnassignedBadge />)
  expect(screen.getByText('UnAssigned')).toBeTruthy()
})

test.each(plainNames)('every value of %s is said with its field, in the tone that is declared', (name) => {
  const { label, tones, values } = bugFields[name]
  for (const value of values) {
    const { container, unmount } = render(<FieldBadge name={name} value={value} />)
    expect(container.textContent).toBe(`${label}: ${value}`)
    const tone: string | undefined = Object.entries(tones).find(([of]) => of === value)?.[1]
    const badge = container.querySelector<HTMLElement>('.badge')
    // A priority is bars, and what every bug begins with is no badge.
    const hasBadge = name !== 'priority' && value !== initialValues[name]
    expect(badge?.dataset['tone']).toBe(hasBadge ? (tone ?? 'light') : undefined)
    unmount()
  }
})

test('a card shows the fields that are not as they were at first', () => {
  const { container, rerender } = render(<FieldBadges bug={initialValues} />)
  expect(container.textContent).toBe('')
  rerender(<FieldBadges bug={{ ...initialValues, priority: 'urgent' }} />)
  expect(container.textContent).toBe('Priority: urgent')
  expect(container.querySelector<HTMLElement>('.priority')?.dataset['tone']).toBe('red')
  rerender(<FieldBadges bug={{ ...initialValues, severity: 'critical' }} />)
  expect(container.textContent).toBe('Severity: critical')
  expect(container.querySelector('.visually-hidden')).toBeNull()
})

test.each([
  ['none', 0, false],
  ['low', 1, false],
  ['medium', 2, false],
  ['high', 3, true],
  ['urgent', 4, true],
])('a priority that is %s has %i of four bars, and its word only from high up', (value, full, isSaid) => {
  const { container, rerender } = render(<FieldBadge name="priority" value={value} />)
  expect(container.querySelectorAll('rect:not([opacity])')).toHaveLength(full)
  expect(screen.getByText(value).className).toBe(isSaid ? '' : 'visually-hidden')
  rerender(<FieldBadge name="priority" value={value} isWhole />)
  expect(screen.getByText(value).className).toBe('')
})
