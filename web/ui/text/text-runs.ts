/**
 * Number of characters of a line that are laid out together. Because of kerning, a browser may shape everything that
 * follows again for each line that it breaks, which takes seconds for a long line without runs.
 */
const longestRun = 150

/** Splits the long lines of a text into runs, after white space where there is some. Joined, the runs are the text. */
export function textRuns(text: string): string[] {
  const runs: string[] = []
  let done = 0
  let start = 0
  while (start < text.length) {
    const lineEnd = text.indexOf('\n', start)
    const end = lineEnd === -1 ? text.length : lineEnd
    while (end - start > 2 * longestRun) {
      start = placeToCut(text, start + longestRun)
      runs.push(text.slice(done, start))
      done = start
    }
    start = end + 1
  }
  runs.push(text.slice(done))
  return runs
}

/** Matches a character that belongs to the one before it. */
const belongs = /[\p{M}\p{Cf}\udc00-\udfff]/u

function placeToCut(text: string, from: number): number {
  const end = from + longestRun / 2
  for (let place = from; place < end; place++) if (/\s/.test(text[place - 1] ?? '')) return place
  for (let place = from; place < end; place++) if (!belongs.test(text[place] ?? '')) return place
  return from
}
