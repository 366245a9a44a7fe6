/**
 * So many characters of a line stay together. A browser may shape all that follows anew for each line that it breaks,
 * because letters move closer to one another; without an end near by, that takes seconds for a long line.
 */
const longestRun = 150

/** Cuts the lines of a text that are long, behind a blank where there is one. The runs together are the text. */
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

/** Belongs to the character before it. */
const belongs = /[\p{M}\p{Cf}\udc00-\udfff]/u

function placeToCut(text: string, from: number): number {
  const end = from + longestRun / 2
  for (let place = from; place < end; place++) if (/\s/.test(text[place - 1] ?? '')) return place
  for (let place = from; place < end; place++) if (!belongs.test(text[place] ?? '')) return place
  return from
}
