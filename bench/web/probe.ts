/** What happened in a page since it was opened; times in milliseconds since its navigation began. */
export interface PageFacts {
  readonly firstPaint: number
  readonly largestPaint: number
  /** Cumulative layout shift as Web Vitals define it: the worst window of at most 5 s without a gap of 1 s. */
  readonly shift: number
  /** The elements that moved most. */
  readonly shifted: readonly string[]
  /** Durations of tasks above 50 ms on the main thread. */
  readonly longTasks: readonly number[]
  /** When the wanted element was painted; undefined before. */
  readonly usable: number | undefined
  /** Time of the last shift, paint or long task. */
  readonly last: number
}

/** When an interaction counts as painted: nothing is busy, and the watched elements have changed or show this text. */
export interface Wanted {
  /** Selector of the elements whose text is watched. */
  readonly watch: string
  /** While an element like this exists, the watched text is not the result yet. */
  readonly busy?: string
  /** Text that it must contain; without any, it must have changed. */
  readonly text?: string
}

/** One interaction, in milliseconds from the press of the key or button. */
export interface Painted {
  readonly painted: number
  /** From the first call that it caused to the last answer before the paint; 0 without a call. */
  readonly waited: number
}

interface Probe {
  facts(): PageFacts
  arm(wanted: Wanted | 'typed'): void
  painted(): Promise<Painted>
}

declare global {
  interface Window {
    mothlightProbe: Probe
  }
}

/**
 * Runs in the page before its own scripts and reports what the browser observes. A result counts as painted when the
 * second animation frame after it begins, because the frame that showed it is over then. That is up to a frame (17 ms)
 * too much and never too little.
 * @param usable selector of the element that makes the page usable
 */
export function installProbe(usable: string): void {
  const shifts: { at: number; value: number; nodes: string[] }[] = []
  const longTasks: number[] = []
  let [firstPaint, largestPaint, last] = [0, 0, 0]
  let usableAt: number | undefined
  let pending: Promise<Painted> = Promise.reject(new Error('nothing was armed'))
  pending.catch(() => {})

  const observe = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        each(entry)
        last = Math.max(last, entry.startTime + entry.duration)
      }
    }).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') firstPaint = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => (largestPaint = entry.startTime))
  observe('longtask', (entry) => longTasks.push(entry.duration))
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    if (shift.hadRecentInput) return
    const nodes = shift.sources.map(({ node }) => {
      const element = node instanceof Element ? node : node?.parentElement
      return element ? `${element.tagName.toLowerCase()}.${element.className}` : 'something that went'
    })
    shifts.push({ at: shift.startTime, value: shift.value, nodes })
  })

  const afterPaint = (done: () => void) => requestAnimationFrame(() => requestAnimationFrame(done))
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const look = new MutationObserver(() => {
    const found = document.querySelector(usable)
    if (!found || !isVisible(found)) return
    look.disconnect()
    afterPaint(() => (usableAt = performance.now()))
  })
  look.observe(document, { childList: true, subtree: true, attributes: true })

  const worstWindow = () => {
    let [worst, sum, begun, before] = [0, 0, -Infinity, -Infinity]
    for (const { at, value } of shifts) {
      const isSame = at - before < 1000 && at - begun < 5000
      sum = isSame ? sum + value : value
      if (!isSame) begun = at
      before = at
      worst = Math.max(worst, sum)
    }
    return worst
  }
  // Reading what is visible would make the browser lay out the page more often than it would by itself.
  const words = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join('\n')

  window.mothlightProbe = {
    facts: () => ({
      firstPaint,
      largestPaint,
      shift: worstWindow(),
      shifted: shifts
        .toSorted((one, other) => other.value - one.value)
        .slice(0, 3)
        .map(({ value, nodes }) => `${value.toFixed(4)} ${nodes.join(', ')}`),
      longTasks,
      usable: usableAt,
      last,
    }),
    arm: (wanted) => {
      const before = wanted === 'typed' ? '' : words(wanted.watch)
      let pressed: number | undefined
      const press = (event: Event) => (pressed ??= event.timeStamp)
      const presses = ['keydown', 'pointerdown', 'popstate'] as const
      for (const type of presses) window.addEventListener(type, press, { capture: true })
      pending = new Promise<Painted>((resolve, reject) => {
        const isThere = (): boolean => {
          if (pressed === undefined || wanted === 'typed') return false
          if (wanted.busy !== undefined && document.querySelector(wanted.busy)) return false
          const now = words(wanted.watch)
          return now !== '' && (wanted.text === undefined ? now !== before : now.includes(wanted.text))
        }
        const stop = () => {
          clearTimeout(timer)
          observer.disconnect()
          for (const type of presses) window.removeEventListener(type, press, { capture: true })
        }
        const finish = () => {
          stop()
          afterPaint(() => resolve({ painted: performance.now() - (pressed ?? 0), waited: waitedSince(pressed ?? 0) }))
        }
        const observer = new MutationObserver(() => isThere() && finish())
        observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
        if (wanted === 'typed') window.addEventListener('input', finish, { capture: true, once: true })
        const timer = setTimeout(() => {
          stop()
          reject(new Error(`The result was never painted: ${JSON.stringify(wanted)}`))
        }, 10_000)
      })
      pending.catch(() => {})
    },
    painted: () => pending,
  }

  function waitedSince(start: number): number {
    const now = performance.now()
    const calls = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ initiatorType, startTime, responseEnd }) =>
        initiatorType === 'fetch' && startTime >= start && responseEnd > 0 && responseEnd <= now,
    )
    performance.clearResourceTimings()
    if (calls.length === 0) return 0
    return Math.max(...calls.map((call) => call.responseEnd)) - Math.min(...calls.map((call) => call.startTime))
  }
}
