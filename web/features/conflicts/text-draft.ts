import { type Conflict, mergedFields, type MergedField } from '#shared/history/conflict.ts'

/** The texts of a record by field. */
export type Texts<F extends MergedField> = Readonly<Record<F, string>>

/** A record as the server has it, as far as it is known here. */
export interface Saved<F extends MergedField> {
  /** Counts the record's changes. */
  readonly version: number
  readonly texts: Texts<F>
}

/** What somebody chose for a text that clashes; `combined` is a text of their own making. */
export type Choice = 'theirs' | 'mine' | 'combined'

/** What stood against the last save: everything that the form needs to show both sides, also after a reload. */
export interface OpenConflict {
  readonly since: Conflict['since']
  readonly clashes: ReadonlyArray<Conflict['clashes'][number] & { readonly choice?: Choice }>
}

/**
 * The texts of a record that somebody has changed and not saved yet, each with what stood there when they began. Texts
 * that nobody touched are not in it and follow the saved ones.
 */
export interface TextDraft {
  /** The version of the record that the changes began from; a save names it. */
  readonly version: number
  readonly changes: Readonly<Partial<Record<MergedField, { readonly text: string; readonly base: string }>>>
  readonly conflict?: OpenConflict
}

/** A draft of somebody who begins now. */
export function newDraft({ version }: { readonly version: number }): TextDraft {
  return { version, changes: {} }
}

/** All texts as the form shows them. */
export function draftedTexts<F extends MergedField>(saved: Saved<F>, draft: TextDraft): Texts<F> {
  const texts: Record<F, string> = { ...saved.texts }
  for (const field of fieldsOf(saved.texts)) texts[field] = draft.changes[field]?.text ?? texts[field]
  return texts
}

/** Whether anything would be lost with this draft. */
export function hasChanges<F extends MergedField>(saved: Saved<F>, draft: TextDraft): boolean {
  return fieldsOf(saved.texts).some(
    (field) => (draft.changes[field]?.text ?? saved.texts[field]) !== saved.texts[field],
  )
}

/**
 * The draft as of what is saved now. Where others changed only texts that nobody touched here, the changes might as
 * well have begun from the new version; else they keep theirs, which the server needs to merge.
 */
export function followed<F extends MergedField>(saved: Saved<F>, draft: TextDraft): TextDraft {
  if (saved.version <= draft.version) return draft
  const isOvertaken = fieldsOf(saved.texts).some((field) => {
    const change = draft.changes[field]
    return change && change.base !== saved.texts[field] && change.text !== saved.texts[field]
  })
  return isOvertaken ? draft : { ...draft, version: saved.version }
}

/** The draft after one text was written. Writing in a text that clashes makes a text of one's own of it. */
export function withText<F extends MergedField>(saved: Saved<F>, draft: TextDraft, field: F, text: string): TextDraft {
  return withChoice(written(saved, draft, field, text), field, 'combined')
}

/** The draft after a decision about a text that clashes. `text` is what the form shows for it. */
export function decided<F extends MergedField>(
  saved: Saved<F>,
  draft: TextDraft,
  field: F,
  choice: Choice,
  text: string,
): TextDraft {
  return withChoice(written(saved, draft, field, text), field, choice)
}

/** The fields that still clash because nobody has decided about them. */
export function undecided(draft: TextDraft): readonly MergedField[] {
  return draft.conflict?.clashes.flatMap(({ field, choice }) => (choice === undefined ? [field] : [])) ?? []
}

/**
 * The draft of somebody whose save was refused: merged where both changes go together, their own text where they
 * clash, begun from the version that the server named.
 * @param sent the texts that were refused
 * @param saved the record, read after the refusal
 */
export function afterConflict<F extends MergedField>(
  saved: Saved<F>,
  sent: Texts<F>,
  { version, since, clashes, merged }: Conflict,
): TextDraft {
  const changes: Partial<Record<MergedField, { text: string; base: string }>> = {}
  for (const field of fieldsOf(sent)) {
    const clash = clashes.find((one) => one.field === field)
    const text = clash?.yours ?? merged?.[field] ?? sent[field]
    const base = clash?.theirs ?? saved.texts[field]
    if (text !== base) changes[field] = { text, base }
  }
  const draft = { version, changes }
  return clashes.length === 0 ? draft : { ...draft, conflict: { since, clashes } }
}

/** Reads a draft that was kept as JSON; anything else is no draft. */
export function parseTextDraft(json: string): TextDraft | undefined {
  try {
    const kept = JSON.parse(json) as Partial<TextDraft> | null
    if (typeof kept?.version !== 'number' || typeof kept.changes !== 'object') return undefined
    const areWhole = Object.entries<unknown>(kept.changes).every(
      ([field, change]) => mergedFields.includes(field as MergedField) && isChange(change),
    )
    const { conflict } = kept
    const isWhole = conflict === undefined || (Array.isArray(conflict.since) && Array.isArray(conflict.clashes))
    return areWhole && isWhole ? (kept as TextDraft) : undefined
  } catch {
    return undefined
  }
}

function isChange(change: unknown): boolean {
  if (typeof change !== 'object' || change === null) return false
  return 'text' in change && typeof change.text === 'string' && 'base' in change && typeof change.base === 'string'
}

function written<F extends MergedField>(saved: Saved<F>, draft: TextDraft, field: F, text: string): TextDraft {
  const begun = followed(saved, draft)
  const { [field]: before, ...others } = begun.changes
  if (text === saved.texts[field]) return { ...begun, changes: others }
  return { ...begun, changes: { ...others, [field]: { text, base: before?.base ?? saved.texts[field] } } }
}

function withChoice(draft: TextDraft, field: MergedField, choice: Choice): TextDraft {
  const { conflict } = draft
  if (!conflict) return draft
  const clashes = conflict.clashes.map((clash) => (clash.field === field ? { ...clash, choice } : clash))
  return { ...draft, conflict: { ...conflict, clashes } }
}

function fieldsOf<F extends MergedField>(texts: Texts<F>): readonly F[] {
  return Object.keys(texts) as F[]
}
