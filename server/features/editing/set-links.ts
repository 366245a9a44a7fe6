import type { Actor } from '#server/access/actor.ts'
import type { Tx } from '#server/db/database.ts'
import type { LinksAtTime } from '#server/events/event.ts'
import { recordEvent } from '#server/events/record-event.ts'
import { viewBug } from '#server/features/bug-page/public.ts'
import { lockBug, lockLinkedBugs, requireBug, updateBug } from '#server/features/bugs/public.ts'
import { linkedBugs, linksOf, type OwnLink, parentsFrom, storeLinks } from '#server/features/links/public.ts'
import { lockWithOriginals, waitForLinks } from '#server/features/merging/public.ts'
import { payloadOf, possibly, type Undoers, undoRefusal, type Waits } from '#server/features/history/public.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Call } from '#server/http/serve.ts'
import type { Bug } from '#shared/bugs/contract.ts'
import type { setLinks as endpoint } from '#shared/links/contract.ts'
import { linkWords, maxLinks } from '#shared/links/link.ts'

/** Links a bug to others, and ends links: all that are named, or none. @throws AppError not-found, invalid-input */
export async function setLinks({ actor, params, query, body }: Call<typeof endpoint>, tx: Tx): Promise<Bug> {
  await waitForLinks(tx)
  await changeLinks(tx, actor, params.bugId, { add: body.add ?? [], remove: body.remove ?? [] })
  return viewBug(tx, actor, params.bugId, query.comments)
}

interface LinksChange {
  readonly add: readonly OwnLink[]
  readonly remove: readonly OwnLink[]
}

/**
 * Changes the links of a bug, and records them at both bugs of each. The caller has waited for the links.
 * @returns whether anything changed
 */
async function changeLinks(
  tx: Tx,
  actor: Actor,
  bugId: string,
  { add, remove }: LinksChange,
  undoes?: number,
): Promise<boolean> {
  // Nothing is locked for a bug that they may not see.
  await requireBug(tx, actor, bugId)
  await lockAll(tx, bugId, [...add, ...remove])
  const bug = await lockBug(tx, actor, bugId)
  const all = await linksOf(tx, bugId)
  const seen = await linkedBugs(
    tx,
    actor,
    [...all, ...add].map((link) => link.bugId),
  )
  const hidden = add.find((link) => !seen.has(link.bugId))
  if (hidden) throw refusal(`There is no bug with the id ${hidden.bugId}.`)
  // Of a bug that the actor may not see they neither learn nor change that it is linked.
  const present = all.filter((link) => seen.has(link.bugId))
  const isPresent = (link: OwnLink) => present.some((one) => isSame(one, link))
  const parent = add.findLast(({ kind }) => kind === 'parent')
  const replaced = all.filter((one) => parent !== undefined && one.kind === 'parent' && !isSame(one, parent))
  if (replaced.some((link) => !seen.has(link.bugId))) throw hiddenParent()
  const wanted = add.filter((link) => link.kind !== 'parent' || link === parent)
  const isUnwanted = (link: OwnLink) => remove.some((one) => isSame(one, link))
  const added = distinct(wanted.filter((link) => !isPresent(link) && !isUnwanted(link)))
  const removed = distinct([
    ...remove.filter((link) => isPresent(link) && !add.some((one) => isSame(one, link))),
    ...replaced,
  ])
  // A child has one parent: the one that it had goes.
  const lost = await parentsFrom(
    tx,
    added.filter(({ kind }) => kind === 'child').map((link) => link.bugId),
    1,
  )
  const lostSeen = await linkedBugs(tx, actor, [...lost.values()])
  if ([...lost.values()].some((id) => !lostSeen.has(id))) throw hiddenParent()
  const ids = new Set([bugId, ...[...added, ...removed].map((link) => link.bugId), ...lost.values()])
  const bugs = new Map((await lockLinkedBugs(tx, bug, [...ids])).map((one) => [one.id, one]))
  if (added.length + removed.length === 0) return false
  if (added.some((link) => link.bugId === bugId)) throw refusal('A bug is not linked to itself.')
  if (all.length + added.length - removed.length > maxLinks) throw refusal(`A bug has ${maxLinks} links at most.`)
  const changes = new ChangesByBug()
  for (const [child, formerParent] of lost) {
    await storeLinks(tx, child, { added: [], removed: [{ kind: 'parent', bugId: formerParent }] })
    changes.note('removed', child, { kind: 'parent', bugId: formerParent })
  }
  await storeLinks(tx, bugId, { added, removed })
  for (const link of added) changes.note('added', bugId, link)
  for (const link of removed) changes.note('removed', bugId, link)
  await refuseCircles(tx, [bugId, ...added.map((link) => link.bugId)])
  for (const [id, change] of changes.all) {
    const changed = bugs.get(id)
    if (!changed) continue
    const version = await updateBug(tx, changed, {})
    const own = { type: 'bug-links-changed', subjectId: id, actorId: actor.userId, payload: change, version } as const
    await recordEvent(tx, { ...own, undoes: id === bugId ? undoes : undefined })
  }
  return true
}

const isSame = (one: OwnLink, other: OwnLink) => one.kind === other.kind && one.bugId === other.bugId
const distinct = (links: readonly OwnLink[]) =>
  links.filter((link, index) => links.findIndex((one) => isSame(one, link)) === index)
const refusal = (message: string) => new AppError('invalid-input', message, { field: 'add' })
/** Nobody ends what they may not see. */
const hiddenParent = () => refusal('It has a parent that you can’t see.')

/**
 * Locks all bugs that a change of links may lock: a bug, the others, and their parents until now, in the order in which merging
 * does. Belongs before any other lock of a bug; the caller has waited for the links, so that none of them changes meanwhile.
 */
async function lockAll(tx: Tx, bugId: string, links: readonly OwnLink[]): Promise<void> {
  const named = [bugId, ...links.map((link) => link.bugId)]
  await lockWithOriginals(tx, [...named, ...(await parentsFrom(tx, named, 1)).values()])
}

/** What changes at each bug, from its side. */
class ChangesByBug {
  readonly all = new Map<string, { added: OwnLink[]; removed: OwnLink[] }>()

  note(what: 'added' | 'removed', bugId: string, link: OwnLink): void {
    this.#of(bugId)[what].push(link)
    this.#of(link.bugId)[what].push({ kind: linkWords[link.kind].inverse, bugId })
  }

  #of(bugId: string) {
    const known = this.all.get(bugId) ?? { added: [], removed: [] }
    this.all.set(bugId, known)
    return known
  }
}

/** @throws AppError invalid-input where a bug is among its own parents */
async function refuseCircles(tx: Tx, ids: readonly string[]): Promise<void> {
  const parents = await parentsFrom(tx, ids)
  for (const id of ids) {
    const seen = new Set<string>()
    for (let at = parents.get(id); at !== undefined && !seen.has(at); at = parents.get(at)) {
      if (at === id) throw refusal('A bug can’t be among its own parents.')
      seen.add(at)
    }
  }
}

/** How a change of links is taken back: links that it added end, and those that it ended are there again. */
export const linkUndoers: Undoers = {
  'bug-links-changed': async (undo) => {
    const { added, removed } = payloadOf<'bug-links-changed'>(undo)
    const others = [...known(added), ...known(removed)].map((link) => link.bugId)
    const seen = await linkedBugs(undo.tx, undo.actor, others)
    if (others.some((id) => !seen.has(id)))
      throw await undoRefusal(undo, 'It is about a bug that you can’t see.', { types: [] })
    const back = { add: known(removed), remove: known(added) }
    await possibly(
      undo,
      'A link that it ended would close a circle by now, or end one that you can’t see.',
      async () => {
        if (await changeLinks(undo.tx, undo.actor, undo.bug.id, back, undo.event.id)) return
        throw await undoRefusal(undo, 'The links are as they were before it already.', { types: [] })
      },
    )
  },
}

/** Taking links back locks several bugs, and waits before that. */
export const linksWaits: Waits = {
  'bug-links-changed': async (tx, { bugId, payload }) => {
    await waitForLinks(tx)
    const { added, removed } = payload as LinksAtTime
    await lockAll(tx, bugId, [...known(added), ...known(removed)])
  },
}

const known = (links: LinksAtTime['added']) => links as readonly OwnLink[]
