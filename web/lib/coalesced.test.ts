import { expect, test, vi } from 'vitest'
import { coalesced } from './coalesced.ts'

test('the first call’s work begins at once, and a burst after it is one more', async () => {
  const work = vi.fn<() => Promise<void>>(async () => undefined)
  const call = coalesced(work, 20)
  const first = call()
  expect(work).toHaveBeenCalledTimes(1)
  const rest = [call(), call(), call()]
  await first
  expect(work).toHaveBeenCalledTimes(1)
  await Promise.all(rest)
  expect(work).toHaveBeenCalledTimes(2)
  await call()
  expect(work).toHaveBeenCalledTimes(3)
})

test('what is called for while the work runs follows once after it, and never beside it', async () => {
  const ends: Array<() => void> = []
  let atOnce = 0
  let most = 0
  const work = vi.fn<() => Promise<void>>(async () => {
    most = Math.max(most, ++atOnce)
    await new Promise<void>((resolve) => ends.push(resolve))
    atOnce -= 1
  })
  vi.useFakeTimers()
  const call = coalesced(work, 1_000)
  const first = call()
  const [second, third] = [call(), call()]
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await first
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2))
  ends[1]?.()
  await Promise.all([second, third])
  expect(most).toBe(1)
})

test('work that fails hinders no later one', async () => {
  const work = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no')))
  const call = coalesced(work, 0)
  await call()
  await call()
  expect(work).toHaveBeenCalledTimes(2)
})
