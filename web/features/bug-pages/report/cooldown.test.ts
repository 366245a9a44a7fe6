// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCooldown } from './cooldown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('nothing runs before the start', () => {
  const { result } = renderHook(useCooldown)
  pass(5_000)
  expect(result.current.left).toBe(0)
})

test('three seconds are counted 3, 2, 1, 0, each for a second', () => {
  const { result } = renderHook(useCooldown)
  act(() => result.current.start(3))
  const seen = [result.current.left]
  for (let second = 0; second < 3; second += 1) {
    pass(999)
    expect(result.current.left).toBe(seen.at(-1))
    pass(1)
    seen.push(result.current.left)
  }
  expect(seen).toEqual([3, 2, 1, 0])
})

test('a second start begins anew', () => {
  const { result } = renderHook(useCooldown)
  act(() => result.current.start(3))
  pass(2_000)
  act(() => result.current.start(3))
  expect(result.current.left).toBe(3)
})
