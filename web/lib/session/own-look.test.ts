// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import {
  beginReadingLook,
  noteChosen,
  noteStrangers,
  ownDensity,
  ownSplitView,
  ownTheme,
  setOwnLook,
} from './own-look.ts'

const never = { density: null, splitView: null, theme: null } as const
const look = () => [ownDensity.get(), ownSplitView.get(), ownTheme.get()]

beforeEach(() => localStorage.clear())

test('the account’s look is taken over; what it does not say stays, but for what another account has left', () => {
  ownTheme.set('dark')
  setOwnLook('ada', { ...never, density: 'compact', splitView: true })
  expect(look()).toEqual(['compact', 'on', 'dark'])
  setOwnLook('ada', { ...never, theme: 'system' })
  expect(look()).toEqual(['compact', 'on', 'auto'])
  setOwnLook('ben', { ...never, splitView: false })
  expect(look()).toEqual([undefined, 'off', undefined])
})

test('what was chosen stays until the account is read that has it', () => {
  const light = { ...never, theme: 'light' } as const
  beginReadingLook()
  ownTheme.set('dark')
  const isKept = noteChosen({ theme: 'dark' })
  setOwnLook('ada', light)
  expect(ownTheme.get()).toBe('dark')
  beginReadingLook()
  isKept()
  setOwnLook('ada', light)
  expect(ownTheme.get()).toBe('dark')
  // Chosen later in another browser.
  beginReadingLook()
  setOwnLook('ada', light)
  expect(ownTheme.get()).toBe('light')
})

test('what somebody chose before they logged in stays, whose look it was before', () => {
  setOwnLook('ada', never)
  ownTheme.set('dark')
  noteStrangers()
  setOwnLook('ben', never)
  expect(ownTheme.get()).toBe('dark')
})

test('what one person chose and could not be sent does not stay when somebody else has come', () => {
  setOwnLook('ada', never)
  ownTheme.set('dark')
  noteChosen({ theme: 'dark' })
  setOwnLook('ben', { ...never, theme: 'light' })
  expect(ownTheme.get()).toBe('light')
})
