import { expect, test } from 'vitest'
import { permissionNames } from '#shared/access/permissions.ts'
import { permits } from './role-permits.ts'

test('a role permits what the roles page calls it, in that page’s order', () => {
  expect(permits(['canCloseAnyBug', 'canViewData'])).toBe('View data · Close bugs')
})

test('all and nothing are said shortly', () => {
  expect(permits(permissionNames.toReversed())).toBe('Everything')
  expect(permits([])).toBe('Nothing yet')
})
