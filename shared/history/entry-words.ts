import { bugFields, eachField, fieldNames, partNames } from '#shared/bugs/fields.ts'
import { linkWords } from '#shared/links/link.ts'
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
  isPrivate: 'who may see it',
  isWaiting: 'whether it waits for its reporter',
  duplicate: 'a duplicate',
  field: 'a custom field',
  link: 'the links',
  message: 'a comment',
  reader: 'who can see it',
}

/** What a changed field is called in a sentence. */
export function fieldName(field: ChangedField): string {
  return names[field]
}

/** The same of a change, which says what a custom field was called. */
export const changeName = ({ field, name }: Pick<Change, 'field' | 'name'>): string =>
  name === undefined ? names[field] : `the field ${name}`

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
      return [
        ...(entry.reporter ? ['entered this bug for ', { value: entry.reporter.fullName }] : ['reported this bug']),
        ...changes.flatMap(reportedWith),
      ]
    case 'comment-added':
      if (entry.comment?.isInternal) return ['commented internally']
      return [changes.length === 0 ? 'commented' : changes[0]?.to ? 'asked the reporter' : 'answered the question']
    case 'edited':
      return ['changed ', listed(changes.map(changeName))]
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
      if (changes.length === 1 && changes[0]?.field === 'isPrivate') return [privacy(changes[0])]
      if (changes.length === 1 && changes[0]?.field === 'isWaiting') return [waiting(changes[0])]
      return changes.flatMap((change, index) => [
        index === 0 ? '' : index < changes.length - 1 ? ', ' : ' and ',
        // The verb is said again only where it is another one.
        verbOf(change, changes) === verbOf(changes[index - 1], changes) ? '' : `${verbOf(change, changes)} `,
        ...(change.field === 'labels' ? labelled(change) : [changeName(change), ...fromTo(change)]),
      ])
    case 'links-changed':
      return changes.flatMap((change, index) => [
        index === 0 ? '' : index < changes.length - 1 ? ', ' : ' and ',
        ...linkedTo(change),
      ])
    case 'moved':
      return [
        ...moved(changes.filter(({ field }) => !isPartField(field))),
        ...changes.filter(({ field }) => isPartField(field)).flatMap(movedAlong),
      ]
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
    case 'reader-added':
      return ['let ', { value: changes[0]?.to?.text ?? 'somebody' }, ' see this bug']
    case 'reader-removed':
      return ['let ', { value: changes[0]?.from?.text ?? 'somebody' }, ' see this bug no longer']
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

const isPartField = (field: ChangedField) => partNames.some((name) => name === field)

/** What else a report said, and to whom that assigned it. */
function reportedWith({ field, to }: Change): readonly Piece[] {
  if (field === 'assignee') return [', which assigned it to ', { value: to?.text ?? '' }]
  return [`, with ${names[field]} `, { value: to?.text ?? '' }]
}

/** What a move has changed beside the product: a version that is called the same there is not worth a word. */
function movedAlong({ field, from, to }: Change): readonly Piece[] {
  return to && from?.text.toLowerCase() === to.text.toLowerCase()
    ? []
    : [`, and ${names[field]}`, ...fromTo({ from, to })]
}

function privacy({ to }: Change): string {
  return to ? 'made this bug private' : 'made this bug visible to all who see its product'
}

function waiting({ to }: Change): string {
  return to ? 'said that this bug waits for its reporter' : 'ended waiting for the reporter'
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
  const isList =
    kind === 'edited' ||
    first?.field === 'isPrivate' ||
    first?.field === 'isWaiting' ||
    (kind === 'fields-changed' && changes.length > 1)
  if (isList || !first || first.field === 'labels' || first.field === 'link')
    return ['a change of ', listed([...new Set(changes.map(changeName))])]
  return ['a change of ', changeName(first), ':', ...fromTo(first)]
}

/** With the custom fields that the other product does not have, or that came back with it. */
function moved([place, ...fields]: readonly Change[]): readonly Piece[] {
  const lost = fields.filter(({ to }) => to === undefined).map(({ name = '' }) => name)
  const back = fields.filter(({ to }) => to !== undefined).map(({ name = '' }) => name)
  return [
    'moved this bug',
    ...fromTo(place),
    ...(lost.length > 0 ? [`, which has no ${listed(lost)}`] : []),
    ...(back.length > 0 ? [`, with ${listed(back)} as before`] : []),
  ]
}

/** "added X as blocking it". */
function linkedTo({ from, to, link }: Change): readonly Piece[] {
  const words = link ? linkWords[link].words : 'as linked'
  return [to ? 'added ' : 'removed ', ...named(to ?? from), ` ${words}`]
}

function verbOf(change: Change | undefined, all: readonly Change[]): string | undefined {
  if (change?.field !== 'labels') return change && 'changed'
  const isAdded = change.to !== undefined
  const same = all.filter(({ field, to }) => field === 'labels' && (to !== undefined) === isAdded)
  return `${isAdded ? 'added' : 'removed'} the ${same.length > 1 ? 'labels' : 'label'}`
}

function labelled({ from, to }: Change): readonly Piece[] {
  return [{ value: (to ?? from)?.text ?? '' }]
}

function assigned(change: Change | undefined): readonly Piece[] {
  const { from, to } = change ?? {}
  if (from && to) return ['changed the assignee from ', { value: from.text }, ' to ', { value: to.text }]
  if (to) return ['assigned ', { value: to.text }]
  return from ? ['unassigned ', { value: from.text }] : ['changed the assignee']
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

/** A bug by the key and title with which events name it. */
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

function fromTo({ from, to }: Pick<Change, 'from' | 'to'> = {}): readonly Piece[] {
  return [' from ', { value: from?.text ?? 'none' }, ' to ', { value: to?.text ?? 'none' }]
}

function theComment(about: TimelineEntry['about'], { by }: TimelineEntry): readonly Piece[] {
  if (!about) return ['a comment']
  const what = about.isInternal ? 'internal comment' : 'comment'
  const words = about.user._id === by?._id ? `their ${what}` : `the ${what} by ${about.user.fullName}`
  return [{ commentId: about.commentId, words }]
}

/** "one, two and three". */
function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? 'something') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
