/** What is wrong with one text field, or undefined. `limit` is in UTF-16 code units, as the server counts. */
export function textError(text: string, limit: number, name: string): string | undefined {
  if (text.trim() === '') return `${name} must not be empty.`
  if (text.length > limit) {
    return `${name} may have at most ${limit.toLocaleString('en-US')} characters.`
  }
  return undefined
}
