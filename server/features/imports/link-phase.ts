import type { Tx } from '#server/db/database.ts'
import { acquireAdvisoryLock } from '#server/db/advisory-lock.ts'
import { type Links, withoutCircles } from './duplicate-links.ts'
import { bugsNamed, linkDuplicates, linksFrom, type NamedBug, neverLinked } from './link-store.ts'

/** A bug of the file that says which bug it repeats. */
export interface WantedLink {
  readonly id: string
  readonly product: string | null
  /** External id of the original. */
  readonly duplicateOf: string
}

export interface LinkSummary {
  readonly linked: number
  /** The original is neither in the file nor in the database. */
  readonly missing: number
  /** The link would have closed a circle, or named the bug itself. */
  readonly circles: number
}

/**
 * Links duplicates to their originals once all bugs of a file are stored, so that the order of the lines doesn't
 * matter. Bugs that were linked before, by an import or by hand, stay as they are. The caller has waited for the links.
 * @param idInFile the id of the bug that the file calls so
 */
export async function linkPhase(
  tx: Tx,
  wanted: readonly WantedLink[],
  idInFile: (externalId: string) => string | undefined,
): Promise<LinkSummary> {
  const free = await neverLinked(
    tx,
    wanted.map(({ id }) => id),
  )
  const open = wanted.filter(({ id }) => free.has(id))
  const nameOf = ({ product, duplicateOf }: WantedLink) => ({ product, name: duplicateOf })
  const idOf = await bugsByName(tx, open.map(nameOf), idInFile)
  const found = originalsOf(open, (link) => idOf(nameOf(link)))
  const present = await linksFrom(tx, [...found.links.values()])
  const { links, circles } = withoutCircles(found.links, present)
  await linkDuplicates(tx, links)
  return { linked: links.size, missing: found.missing, circles }
}

/** Waits for other imports, and for whoever changes links: before any bug is locked, or the two could wait for each other. */
export async function waitForImportedLinks(tx: Tx): Promise<void> {
  await acquireAdvisoryLock(tx, 'imports')
  await acquireAdvisoryLock(tx, 'duplicate links')
}

/** What `linkPhase` would do with the file alone. */
export function foreseeLinks(
  wanted: readonly WantedLink[],
  idInFile: (externalId: string) => string | undefined,
): LinkSummary {
  const found = originalsOf(wanted, ({ duplicateOf }) => idInFile(duplicateOf))
  const { links, circles } = withoutCircles(found.links, new Map())
  return { linked: links.size, missing: found.missing, circles }
}

function originalsOf(
  wanted: readonly WantedLink[],
  originalOf: (link: WantedLink) => string | undefined,
): { links: Links; missing: number } {
  const pairs = wanted.map((link) => [link.id, originalOf(link)] as const)
  const links = new Map(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined))
  return { links, missing: wanted.length - links.size }
}

/** The external id of a bug, as a bug of a product says it. */
export interface BugName {
  readonly product: string | null
  readonly name: string
}

/** Returns what finds the bugs that are meant: in the file, or of an earlier import. */
export async function bugsByName(
  tx: Tx,
  names: readonly BugName[],
  idInFile: (externalId: string) => string | undefined,
): Promise<(name: BugName) => string | undefined> {
  const elsewhere = names.map(({ name }) => name).filter((name) => !idInFile(name))
  const named = Map.groupBy(await bugsNamed(tx, elsewhere), (bug) => bug.externalId)
  return (one) => idInFile(one.name) ?? onlyBug(one, named.get(one.name) ?? [])
}

/**
 * The bug of an earlier import that a link means. A bare number means something in its own product only: every tracker
 * has a bug 1.
 */
function onlyBug(link: BugName, candidates: readonly NamedBug[]): string | undefined {
  const sameProduct = candidates.filter((bug) => bug.product === link.product)
  const possible = sameProduct.length > 0 || /^\d+$/.test(link.name) ? sameProduct : candidates
  return possible.length === 1 ? possible[0]?.id : undefined
}
