/** Length in characters from which on a text is shown without costly typography. */
const veryLong = 10_000

/**
 * Most characters in a part of a plain text. Where the direction may change, larger parts would take quadratic time.
 */
export const longestMixed = 2_000
const longestMixedParagraph = 5_000

const rightToLeft = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b]/

export function isVeryLong(text: string): boolean {
  return text.length > veryLong
}

/** Returns whether a text has letters or marks that run from right to left. */
export function mayRunBothWays(text: string): boolean {
  return rightToLeft.test(text)
}

/** Returns whether a text has a paragraph with too many possible changes of direction. */
export function hasMixedParagraph(text: string): boolean {
  if (text.length <= longestMixedParagraph || !mayRunBothWays(text)) return false
  return text.split(/\n[ \t]*\n/).some(({ length }) => length > longestMixedParagraph)
}
