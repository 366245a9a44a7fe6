import { AsyncLocalStorage } from 'node:async_hooks'

const ids = new AsyncLocalStorage<string | undefined>()

/** Runs `work`. Every line that is logged in it, and in what it waits for, carries the id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return ids.run(id, work)
}

/** Runs work that a request starts but that serves everybody. Its log lines do not name the request. */
export function outsideRequests<T>(work: () => T): T {
  return ids.run(undefined, work)
}

/** Returns the id of the request or socket event that is being served; undefined outside of any. */
export function currentRequestId(): string | undefined {
  return ids.getStore()
}
