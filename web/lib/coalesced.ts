/**
 * Combines many calls: the work of the first one starts at once, and calls while it runs or within `pause` milliseconds
 * after its start share one later run. The work never runs twice at once.
 * @returns a function that resolves when work that started with or after the call is done, however it ends
 */
export function coalesced(work: () => Promise<unknown>, pause: number): () => Promise<void> {
  let waiting: Promise<void> | undefined
  let calm: Promise<unknown> = Promise.resolve()
  let isCalm = true

  function begin(): Promise<void> {
    isCalm = false
    const running = work().then(ignore, ignore)
    calm = Promise.all([running, new Promise((resolve) => setTimeout(resolve, pause))]).then(() => (isCalm = true))
    return running
  }

  async function follow(): Promise<void> {
    await calm
    waiting = undefined
    await begin()
  }

  return () => {
    if (isCalm) return begin()
    return (waiting ??= follow())
  }
}

function ignore(): void {}
