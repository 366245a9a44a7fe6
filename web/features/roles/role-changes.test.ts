import { expect, test } from 'vitest'
import { grantedPermissions, hasChanges, isChanged, isGranted } from './role-changes.ts'

test('what nobody touched is as it was saved', () => {
  expect(grantedPermissions(['canEditMyBug', 'canViewData'], {})).toEqual(['canViewData', 'canEditMyBug'])
  expect(hasChanges(['canViewData'], {})).toBe(false)
})

test('giving and taking show, and only they count as changes', () => {
  const saved = ['canViewData', 'canEditMyBug'] as const
  const changes = { canEditMyBug: false, canCloseAnyBug: true } as const
  expect(grantedPermissions(saved, changes)).toEqual(['canViewData', 'canCloseAnyBug'])
  expect(isChanged(saved, changes, 'canEditMyBug')).toBe(true)
  expect(isChanged(saved, changes, 'canCloseAnyBug')).toBe(true)
  expect(isChanged(saved, changes, 'canViewData')).toBe(false)
})

test('setting a permission back leaves no change', () => {
  expect(hasChanges(['canViewData'], { canViewData: true, liveChatAdmin: false })).toBe(false)
})

test('what somebody else saved meanwhile stays, beside one’s own changes', () => {
  const changes = { canCloseAnyBug: true } as const
  expect(grantedPermissions(['canViewData', 'canEditAnyBug'], changes)).toEqual([
    'canViewData',
    'canEditAnyBug',
    'canCloseAnyBug',
  ])
  expect(isGranted(['canCloseAnyBug'], changes, 'canCloseAnyBug')).toBe(true)
  expect(hasChanges(['canCloseAnyBug'], changes)).toBe(false)
})
