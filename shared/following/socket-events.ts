import * as z from 'zod/mini'

/** A bug that this person follows has changed, or was seen elsewhere: the notifications have to be read again. */
export const notificationsChanged = z.object({})

/** What the server sends to people about bugs they follow, by name. */
export const followingPushes = { 'news-changed': notificationsChanged } as const
