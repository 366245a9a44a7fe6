const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** True when a text has two words or more, also in languages that put no spaces between them. */
export function hasTwoWords(text: string): boolean {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike && ++words === 2) return true
  return false
}
