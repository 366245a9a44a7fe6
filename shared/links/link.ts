import { recordId } from '#shared/http/fields.ts'
import { productReference } from '#shared/products/product-reference.ts'
import * as z from 'zod/mini'

/** What a bug is to another one. Each has its inverse, which the other bug shows. */
export const linkKinds = ['parent', 'child', 'blocked-by', 'blocks', 'relates-to'] as const
export type LinkKind = (typeof linkKinds)[number]

/** What is stored of two bugs that are linked: once, at the first of them. */
export const storedKinds = ['parent', 'blocks', 'relates-to'] as const
export type StoredKind = (typeof storedKinds)[number]

interface LinkWords {
  readonly inverse: LinkKind
  /** Above the bugs that are linked so. */
  readonly label: string
  /** Of a sentence: "made … the parent", without the bug. */
  readonly words: string
}

export const linkWords: Readonly<Record<LinkKind, LinkWords>> = {
  parent: { inverse: 'child', label: 'Parent', words: 'as its parent' },
  child: { inverse: 'parent', label: 'Children', words: 'as a child' },
  'blocked-by': { inverse: 'blocks', label: 'Blocked by', words: 'as blocking it' },
  blocks: { inverse: 'blocked-by', label: 'Blocks', words: 'as blocked by it' },
  'relates-to': { inverse: 'relates-to', label: 'Relates to', words: 'as related' },
}

/** Links that one bug has at most. */
export const maxLinks = 100

/** A bug as others name it. */
export const bugLink = z.object({
  _id: recordId,
  /** Its product's key and its number there. */
  key: z.string(),
  product: productReference,
  title: z.string(),
  isClosed: z.boolean(),
})
export type BugLink = z.output<typeof bugLink>

/** A link of a bug, from its side. */
export const link = z.object({
  kind: z.enum(linkKinds),
  /** Absent: a bug that the caller can’t see. */
  bug: z.optional(bugLink),
})
export type Link = z.output<typeof link>
