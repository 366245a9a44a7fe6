// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bannerDismissal, dismissBanner } from './banner-dismissal.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

test('a dismissal lasts until the next day', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 23, 59) })
  dismissBanner('A school project')
  expect(bannerDismissal()).toBe('A school project')
  vi.setSystemTime(new Date(2026, 10, 21, 0, 1))
  expect(bannerDismissal()).toBeUndefined()
})

test('what is stored may be anything', () => {
  localStorage.setItem('mothlight-banner-dismissed', '{not json')
  expect(bannerDismissal()).toBeUndefined()
})
