// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { lookMoment, noteChosen, ownDensity, ownSplitView, ownTheme, setOwnLook } from './own-look.ts'

const never = { density: null, splitView: null, theme: null } as const
const look = () => [ownDensity.get(), ownSplitView.get(), ownTheme.get()]

beforeEach(() => localStorage.clear())

test('the account’s look is taken over; what it does not say stays, but for what another account has left', () => {
  ownTheme.set('dark')
  setOwnLook('ada', { ...never, density: 'compact', splitView: true }, lookMoment())
  expect(look()).toEqual(['compact', 'on', 'dark'])
  setOwnLook('ada', { ...never, theme: 'system' }, lookMoment())
  expect(look()).toEqual(['compact', 'on', 'auto'])
  setOwnLook('ben', { ...never, splitView: false }, lookMoment())
  expect(look()).toEqual([undefined, 'off', undefined])
})

test('what was chosen while the account was being read stays, until the account has it', () => {
  const before = lookMoment()
  ownTheme.set('dark')
  const isKept = noteChosen({ theme: 'dark' })
  setOwnLook('ada', { ...never, theme: 'light' }, lookMoment())
  expect(ownTheme.get()).toBe('dark')
  isKept()
  setOwnLook('ada', { ...never, theme: 'light' }, before)
  expect(ownTheme.get()).toBe('dark')
  // Chosen later in another browser.
  setOwnLook('ada', { ...never, theme: 'light' }, lookMoment())
  expect(ownTheme.get()).toBe('light')
})
