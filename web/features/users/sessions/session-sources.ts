import type { QueryKey } from '@tanstack/react-query'
import { endMySession, endUserSession, listMySessions, listUserSessions } from '#shared/auth/contract.ts'
import type { ReplyOf } from '#shared/http/endpoint.ts'
import { call } from '#web/lib/call.ts'

export type ListedSession = ReplyOf<typeof listMySessions>['result'][number]

/** Whose sessions are shown, and how they are read and ended. */
export interface SessionSource {
  readonly key: QueryKey
  readonly read: (signal: AbortSignal) => Promise<ListedSession[]>
  /** Ends one session, or all that `endsAll` names; returns those that are left. */
  readonly end: (sessionId: string) => Promise<ListedSession[]>
  readonly endsAll: 'others' | 'all'
}

/** One's own sessions. The current one stays, because logging out ends it. */
export const mySessions: SessionSource = {
  key: ['users', 'sessions', 'mine'],
  read: async (signal) => (await call(listMySessions, { signal })).result,
  end: async (sessionId) => (await call(endMySession, { params: { sessionId } })).result,
  endsAll: 'others',
}

/** Returns another person's sessions, for those who edit users. */
export function sessionsOfUser(userId: string): SessionSource {
  return {
    key: ['users', 'sessions', userId],
    read: async (signal) => (await call(listUserSessions, { params: { userId }, signal })).result,
    end: async (sessionId) => (await call(endUserSession, { params: { userId, sessionId } })).result,
    endsAll: 'all',
  }
}
