/** From this length on, in characters, a text is set without what only a short one needs. */
const veryLong = 10_000

/** Characters of a part of a plain text. Where the direction may change, more in one part would take time by their square. */
export const longestMixed = 2_000
const longestMixedParagraph = 5_000

const rightToLeft = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b]/

export function isVeryLong(text: string): boolean {
  return text.length > veryLong
}

/** True for text with letters or marks that run from right to left. */
export function mayRunBothWays(text: string): boolean {
  return rightToLeft.test(text)
}

/** True for text with a paragraph in which the direction may change more often than a page bears. */
export function hasMixedParagraph(text: string): boolean {
  if (text.length <= longestMixedParagraph || !mayRunBothWays(text)) return false
  return text.split(/\n[ \t]*\n/).some(({ length }) => length > longestMixedParagraph)
}
