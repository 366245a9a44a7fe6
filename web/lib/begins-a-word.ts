/** Returns whether a word of a text begins as typed, whatever the case. */
export function beginsAWord(text: string, typed: string): boolean {
  return ` ${text.toLowerCase()}`.includes(` ${typed.trim().toLowerCase()}`)
}
