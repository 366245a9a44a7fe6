import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ImportProgress } from './import-progress.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function progressOn(isTTY: boolean) {
  const written: string[] = []
  const file = { size: 1000 as number | undefined, read: 0 }
  const progress = new ImportProgress(file, { isTTY, write: (text: string) => written.push(text) > 0 })
  return { written, file, progress }
}

describe('the progress of an import', () => {
  it('is a bar on a terminal', () => {
    const { written, file, progress } = progressOn(true)
    file.read = 250
    progress.update(5_000, 0)
    vi.advanceTimersByTime(1_000)
    expect(written.at(-1)).toBe('[######------------------] 25 % of the file, 5,000 bugs, 5,000/s, 3 s left')
    progress.end()
    expect(written.at(-1)).toBe('\r\x1b[K')
  })

  it('is a line every few seconds elsewhere', () => {
    const { written, file, progress } = progressOn(false)
    file.read = 500
    progress.update(10_000, 0)
    vi.advanceTimersByTime(11_000)
    expect(written).toEqual([
      '50 % of the file, 10,000 bugs, 2,000/s, 5 s left\n',
      '50 % of the file, 10,000 bugs, 1,000/s, 10 s left\n',
    ])
    progress.end()
    vi.advanceTimersByTime(60_000)
    expect(written).toHaveLength(2)
  })

  it('takes what is read and not stored for what is still to be done', () => {
    const { written, file, progress } = progressOn(false)
    file.read = 1000
    progress.update(14_000, 2_000)
    vi.advanceTimersByTime(70_000)
    expect(written.at(-1)).toBe('87 % of the file, 14,000 bugs, 200/s, 10 s left\n')
    progress.end()
  })

  it('counts bugs alone when nobody knows how many come', () => {
    const { written, file, progress } = progressOn(false)
    file.size = undefined
    progress.update(500, 0)
    vi.advanceTimersByTime(5_000)
    expect(written).toEqual(['500 bugs, 100/s\n'])
    progress.end()
  })

  it('keeps the bar out of other lines', () => {
    const { written, progress } = progressOn(true)
    progress.update(1, 0)
    vi.advanceTimersByTime(100)
    progress.interrupt(() => written.push('line 1: bad\n'))
    expect(written.slice(-2)).toEqual(['\r\x1b[K', 'line 1: bad\n'])
    progress.end()
  })
})
