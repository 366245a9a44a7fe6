import type { Conflict } from '#shared/history/conflict.ts'
import { mergeTexts } from './merge-texts.ts'

export type Clash = Conflict['clashes'][number]
type Field = Clash['field']

/** Texts by field: as the change found them, as they are, and as the change wants them. */
export interface ThreeTexts<F extends Field> {
  readonly base: Readonly<Record<F, string>>
  readonly theirs: Readonly<Record<F, string>>
  readonly yours: Readonly<Record<F, string>>
}

/**
 * Joins two changes of several texts.
 * @param longest what each text may have at most, in characters: two changes together may have more
 * @returns every text joined, a text that clashes as `yours`; and the clashes
 */
export function mergeChanges<F extends Field>(
  fields: readonly F[],
  { base, theirs, yours }: ThreeTexts<F>,
  longest: Readonly<Record<F, number>>,
): { merged: Record<F, string>; clashes: Clash[] } {
  const merged: Record<F, string> = { ...yours }
  const clashes: Clash[] = []
  for (const field of fields) {
    const joined = mergeTexts(base[field], theirs[field], yours[field])
    if (joined !== undefined && joined.length <= longest[field]) merged[field] = joined
    else clashes.push({ field, base: base[field], theirs: theirs[field], yours: yours[field] })
  }
  return { merged, clashes }
}
