import {
  type Mutation,
  mutationOptions,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Bug, BugListItem } from '#shared/bugs/contract.ts'
import { bugKeys, keepBug } from './bug-queries.ts'
import { useChangesOfMany } from './changes-of-many.ts'

/** A change of a bug on its way to the server. */
export interface PendingChange<Body> {
  /** What the bug will show once it is made. */
  readonly shown: Partial<Bug>
  readonly body: Body
}

const anyChange = ['change bug'] as const
const changeKey = (bugId: string, kind?: string) => [...anyChange, bugId, ...(kind === undefined ? [] : [kind])]

/** How one kind of change is made. */
export interface BugChange<Body> {
  /** Finds its last failure again. */
  readonly kind?: string
  readonly send: (body: Body) => Promise<Bug>
  readonly onDone: (bug: Bug, body: Body) => void
  readonly onRefused: (error: unknown, body: Body) => Promise<void> | void
}

/**
 * Changes a bug on the server. All screens show the change at once, by `useShownBug`, and show the bug as it is again
 * when it is refused. Changes of one bug are sent one after the other. `onDone` and `onRefused` are called also when the
 * screen was left meanwhile.
 */
export function useBugChange<Body>(bugId: string, change: BugChange<Body>) {
  return useMutation(mutationOf(useQueryClient(), bugId, change))
}

/** The same where it is known only at the moment which bug is meant. */
export function makeBugChange<Body>(
  client: QueryClient,
  bugId: string,
  change: BugChange<Body>,
  pending: PendingChange<Body>,
): void {
  const options = client.defaultMutationOptions(mutationOf(client, bugId, change))
  // What became of it is told by `onDone` and `onRefused`.
  client
    .getMutationCache()
    .build(client, options)
    .execute(pending)
    .catch(() => undefined)
}

function mutationOf<Body>(client: QueryClient, bugId: string, { kind, send, onDone, onRefused }: BugChange<Body>) {
  const queryKey = bugKeys.view(bugId)
  return mutationOptions({
    mutationKey: changeKey(bugId, kind),
    scope: { id: `bug ${bugId}` },
    mutationFn: ({ body }: PendingChange<Body>) => send(body),
    onSuccess: async (bug: Bug, { body }: PendingChange<Body>) => {
      // A reading that began before the change was made must not overwrite it.
      await client.cancelQueries({ queryKey })
      keepBug(client, bug)
      void client.invalidateQueries({ queryKey })
      onDone(bug, body)
    },
    onError: async (error: Error, { body }: PendingChange<Body>) => {
      void client.invalidateQueries({ queryKey })
      await onRefused(error, body)
    },
  })
}

/**
 * A bug with the changes that are on their way. They lie over what was read and not in it: readings that come in
 * meanwhile can't bring the old state back for a moment, and a change that is refused needs no undoing. One that is made
 * stays there until what was read knows of it: this may render before that has arrived here.
 */
export function useShownBug<B extends BugListItem>(bug: B): B {
  const changes = useMutationState({ filters: { mutationKey: changeKey(bug._id) }, select: madeOf })
  const shown = useChangesOfMany()
  return useMemo(() => withChanges(shown(bug), changes), [bug, changes, shown])
}

/** The same for the bugs of a list; one without changes stays the same object. */
export function useShownBugs<B extends BugListItem>(bugs: readonly B[]): readonly B[] {
  const changes = useMutationState({ filters: { mutationKey: anyChange }, select: madeOf })
  const shown = useChangesOfMany()
  return useMemo(
    () =>
      bugs.map((bug) =>
        withChanges(
          shown(bug),
          changes.filter(({ bugId }) => bugId === bug._id),
        ),
      ),
    [bugs, changes, shown],
  )
}

interface MadeChange {
  readonly bugId: unknown
  readonly shown: Partial<Bug> | undefined
  readonly isPending: boolean
  /** The bug's version with the change in it; 0 while there is none. */
  readonly madeVersion: number
}

function madeOf({ options: { mutationKey = [] }, state: { status, data, variables } }: Mutation): MadeChange {
  return {
    bugId: mutationKey[anyChange.length],
    shown: (variables as PendingChange<unknown> | undefined)?.shown,
    isPending: status === 'pending',
    madeVersion: status === 'success' ? (data as Bug).version : 0,
  }
}

function withChanges<B extends BugListItem>(bug: B, changes: readonly MadeChange[]): B {
  const unknown = changes.filter(({ isPending, madeVersion }) => isPending || madeVersion > bug.version)
  return unknown.length === 0 ? bug : Object.assign({}, bug, ...unknown.map(({ shown }) => shown))
}

/** Whether a change of a bug is on its way, of one kind or of any. */
export function useIsChanging(bugId: string, kind?: string): boolean {
  const filters = { mutationKey: changeKey(bugId, kind), status: 'pending' } as const
  return useMutationState({ filters, select: () => true }).length > 0
}

/** The version that the last change of a bug from this window has made; 0 where it has made none. */
export function useLastMade(bugId: string): number {
  const filters = { mutationKey: changeKey(bugId) }
  return Math.max(0, ...useMutationState({ filters, select: madeOf }).map(({ madeVersion }) => madeVersion))
}

/** Why the last change of this kind failed; null after one that did not, and while one is on its way. */
export function useLastFailure(bugId: string, kind: string): Error | null {
  const filters = { mutationKey: changeKey(bugId, kind) }
  return useMutationState({ filters, select: ({ state }) => state.error }).at(-1) ?? null
}
