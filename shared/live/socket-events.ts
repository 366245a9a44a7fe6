import * as z from 'zod/mini'
import { recordId } from '#shared/http/fields.ts'
import { socketEvent } from '#shared/realtime/socket-event.ts'
import { person } from '#shared/users/contract.ts'

/** A person who has a bug's page open. */
const viewer = z.object({ ...person.shape, isEditing: z.boolean() })
export type Viewer = z.output<typeof viewer>

/** Most ids that one push about the list names. */
export const maxChangedBugs = 100

export const lookAt = socketEvent({
  name: 'look-at',
  access: 'canViewData',
  summary:
    'Says what this page shows, and so of which changes it wants to hear. Replaces what it said before; to be said again after each connection.',
  payload: z.object({
    /** The bug on the page. */
    bugId: z.optional(recordId),
    /** Whether its texts are being edited on this page. */
    isEditing: z.optional(z.boolean()),
    /** Whether the page shows a list of bugs. */
    isList: z.optional(z.boolean()),
  }),
  reply: z.object({
    /** The other people who view the bug, by name. */
    viewers: z.array(viewer),
    /** The last entry of the bug's timeline: a page that knows an earlier one has to read again. */
    entryId: z.optional(z.string()),
  }),
})

/** Every event that the server accepts for live pages. */
export const liveEvents = { lookAt } as const

/** A bug that the page shows has changed. The reader reads it again with their own rights. */
export const bugChanged = z.object({ bugId: recordId, entryId: z.string() })

/** Bugs were reported or changed, so lists may have changed too. */
export const bugsChanged = z.object({
  bugIds: z.array(recordId),
  /** Whether more bugs changed than are named. */
  isMore: z.boolean(),
})

/** The other people who view the bug that the page shows. */
export const bugViewers = z.object({ bugId: recordId, viewers: z.array(viewer) })

/** What many bugs show has changed without a change of theirs: a label, or who somebody of an import is. */
export const namesChanged = z.object({})

/** What the server sends to live pages, by name. */
export const livePushes = {
  'bug-changed': bugChanged,
  'bugs-changed': bugsChanged,
  'bug-viewers': bugViewers,
  'names-changed': namesChanged,
} as const
