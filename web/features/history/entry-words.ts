import { bugFields, eachField, fieldNames } from '#shared/bugs/fields.ts'
import type { Change, ChangedField, TimelineEntry } from '#shared/history/timeline-entry.ts'

/** A piece of the sentence that tells of an entry. */
export type Piece =
  | string
  /** A value before or after. */
  | { readonly value: string }
  | { readonly bugId: string; readonly title: string }
  | { readonly commentId: string; readonly words: string }

const names: Readonly<Record<ChangedField, string>> = {
  ...eachField(fieldNames, (name) => `the ${bugFields[name].label.toLowerCase()}`),
  duplicateOf: 'the original',
  duplicate: 'a duplicate',
  message: 'a comment',
}

/** What a changed field is called in a sentence. */
export function fieldName(field: ChangedField): string {
  return names[field]
}

/** Who did it; old trackers don't always say. */
export function actorName({ by }: Pick<TimelineEntry, 'by'>): string {
  return by?.fullName ?? 'Somebody'
}

/** What somebody did, after their name: "changed the status from Open to Closed". */
export function entryWords(entry: TimelineEntry): readonly Piece[] {
  if (entry.undoes !== undefined) return ['took back ', ...takenBack(entry)]
  const { kind, changes, about } = entry
  switch (kind) {
    case 'reported':
      return ['reported this bug']
    case 'comment-added':
      return ['commented']
    case 'edited':
      return ['changed ', listed(changes.map(({ field }) => names[field]))]
    case 'assigned':
      return assigned(changes[0])
    case 'duplicate-linked':
      return linked(changes[0])
    case 'status-changed':
    case 'classified':
      return changes.flatMap((change, index) => [
        ...(index > 0 ? [' and '] : []),
        ...(change.field === 'duplicateOf' ? linked(change) : ['changed ', names[change.field], ...fromTo(change)]),
      ])
    case 'fields-changed':
      return changes.flatMap((change, index) => [
        index === 0 ? 'changed ' : index < changes.length - 1 ? ', ' : ' and ',
        names[change.field],
        ...fromTo(change),
      ])
    case 'merged':
      return merged(entry)
    case 'duplicate-added':
      return entry.isMerged
        ? ['merged ', ...named(changes[0]?.to), ' into this bug']
        : ['marked ', ...named(changes[0]?.to), ' as a duplicate of this bug']
    case 'duplicate-removed':
      return entry.isMerged
        ? ['took back merging ', ...named(changes[0]?.from), ' into this bug']
        : ['took ', ...named(changes[0]?.from), ' from the duplicates of this bug']
    case 'joined':
      return ['is affected by this bug too']
    case 'left':
      return ['is not affected by this bug any more']
    case 'comment-edited':
      return ['edited ', ...theComment(about, entry)]
    case 'comment-deleted':
      return ['deleted ', ...theComment(about, entry)]
    case 'comment-restored':
      return ['restored ', ...theComment(about, entry)]
  }
}

/** The same as plain text. */
export function entrySentence(entry: TimelineEntry): string {
  const words = entryWords(entry).map((piece) => {
    if (typeof piece === 'string') return piece
    if ('value' in piece) return piece.value
    return 'title' in piece ? piece.title : piece.words
  })
  return `${actorName(entry)} ${words.join('')}`
}

function takenBack(entry: TimelineEntry): readonly Piece[] {
  const { kind, changes, about } = entry
  if (kind === 'comment-restored') return ['the deletion of ', ...theComment(about, entry)]
  if (kind === 'comment-edited') return ['an edit of ', ...theComment(about, entry)]
  if (kind === 'merged') return mergeTakenBack(changes)
  const [first] = changes
  const isList = kind === 'edited' || (kind === 'fields-changed' && changes.length > 1)
  if (isList || !first) return ['a change of ', listed(changes.map(({ field }) => names[field]))]
  return ['a change of ', names[first.field], ':', ...fromTo(first)]
}

function assigned(change: Change | undefined): readonly Piece[] {
  const { from, to } = change ?? {}
  if (from && to) return ['changed the assignee from ', { value: from.text }, ' to ', { value: to.text }]
  if (to) return ['assigned ', { value: to.text }]
  return from ? ['took the bug from ', { value: from.text }] : ['changed the assignee']
}

/** The original, and that the bug was closed with it. */
function merged({ changes, isMerged }: TimelineEntry): readonly Piece[] {
  if (isMerged === false) return ['took back ', ...mergeTakenBack(changes)]
  const status = changes.find(({ field }) => field === 'status')
  return ['merged this bug into ', ...named(originalOf(changes)?.to), ...(status ? [' and closed it'] : [])]
}

function mergeTakenBack(changes: readonly Change[]): readonly Piece[] {
  return ['merging this bug into ', ...named(originalOf(changes)?.from)]
}

function originalOf(changes: readonly Change[]): Change | undefined {
  return changes.find(({ field }) => field === 'duplicateOf')
}

/** A bug by its title. */
function named(bug: Change['to']): readonly Piece[] {
  if (!bug) return ['another bug']
  return [bug._id ? { bugId: bug._id, title: bug.text } : { value: bug.text }]
}

function linked(change: Change | undefined): readonly Piece[] {
  const { from, to } = change ?? {}
  const original = to ?? from
  if (!original) return ['changed the original']
  return [to ? 'marked this bug as a duplicate of ' : 'removed the link to the original ', ...named(original)]
}

function fromTo({ from, to }: Change): readonly Piece[] {
  return [' from ', { value: from?.text ?? 'none' }, ' to ', { value: to?.text ?? 'none' }]
}

function theComment(about: TimelineEntry['about'], { by }: TimelineEntry): readonly Piece[] {
  if (!about) return ['a comment']
  const words = about.user._id === by?._id ? 'their comment' : `the comment by ${about.user.fullName}`
  return [{ commentId: about.commentId, words }]
}

/** "one, two and three". */
function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? 'something') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
