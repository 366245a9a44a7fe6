import type * as z from 'zod/mini'
import { bulkPushes } from '#shared/bulk/socket-events.ts'
import { chatEvents, chatPushes } from '#shared/chat/socket-events.ts'
import { followingPushes } from '#shared/following/socket-events.ts'
import { liveEvents, livePushes } from '#shared/live/socket-events.ts'

/** Every event that the server accepts. Anything else is refused. */
export const socketEvents = { ...chatEvents, ...liveEvents } as const

/** What the server sends, by name. Undeclared pushes are never sent. */
export const pushes = { ...chatPushes, ...livePushes, ...followingPushes, ...bulkPushes } as const

export type PushName = keyof typeof pushes
export type Push<N extends PushName> = z.output<(typeof pushes)[N]>
