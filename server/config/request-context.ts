import { AsyncLocalStorage } from 'node:async_hooks'

const ids = new AsyncLocalStorage<string | undefined>()

/** Runs `work`; every line that is logged in it, and in what it waits for, carries the id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return ids.run(id, work)
}

/** Runs what a request sets off but what goes on for everybody: its log lines are not the request's. */
export function outsideRequests<T>(work: () => T): T {
  return ids.run(undefined, work)
}

/** The id of the request or socket event that is being served; undefined outside of any. */
export function currentRequestId(): string | undefined {
  return ids.getStore()
}
