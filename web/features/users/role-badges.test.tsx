// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RoleBadges } from './role-badges.tsx'

test('customer is red and every other role blue, with a shape of its own', () => {
  const { container } = render(<RoleBadges roles={['admin', 'customer', 'Customer']} />)
  const looks = [...container.querySelectorAll<HTMLElement>('.badge')].map((badge) => [
    badge.textContent,
    badge.dataset['tone'],
    badge.querySelector('svg')?.getAttribute('class'),
  ])
  expect(looks.map(([word, tone]) => [word, tone])).toEqual([
    ['admin', 'blue'],
    ['customer', 'red'],
    ['Customer', 'blue'],
  ])
  expect(looks[0]?.[2]).not.toBe(looks[1]?.[2])
  expect(looks[0]?.[2]).toBe(looks[2]?.[2])
})

test('somebody without roles is said to have none', () => {
  const { container } = render(<RoleBadges roles={[]} />)
  expect(container.textContent).toBe('No roles')
})
