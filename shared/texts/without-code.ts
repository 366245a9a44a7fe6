const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

/**
 * Returns the text with all code replaced by spaces: fenced blocks, and spans between backticks. Every other character
 * keeps its place.
 */
export function withoutCode(text: string): string {
  let open: string | undefined
  let words = ''
  // A span may continue over lines but not over a fence.
  let blanked = ''
  for (const line of text.split(/(?<=\n)/)) {
    const mark = fence.exec(line.trimEnd())?.[1]
    const isEnd = open !== undefined && mark?.startsWith(open) === true && line.trim() === mark
    if (open === undefined && mark === undefined) words += line
    else {
      blanked += withoutSpans(words) + blank(line)
      words = ''
    }
    if (isEnd) open = undefined
    else open ??= mark
  }
  return blanked + withoutSpans(words)
}

/** A span ends at the next run of equally many backticks in its paragraph; without one, they are text. */
function withoutSpans(text: string): string {
  return text
    .split(/(\n[ \t]*\n)/)
    .map(withoutSpansOfParagraph)
    .join('')
}

function withoutSpansOfParagraph(text: string): string {
  const runs = [...text.matchAll(/`+/g)]
  // From the end, so that each run meets the next one of its length without a search.
  const ends: (number | undefined)[] = []
  const nextOfLength = new Map<number, number>()
  for (const [index, [{ length }]] of [...runs.entries()].toReversed()) {
    ends[index] = nextOfLength.get(length)
    nextOfLength.set(length, index)
  }

  let words = ''
  let done = 0
  for (let index = 0; index < runs.length; index++) {
    const end = ends[index]
    const [from, to] = [runs[index], runs[end ?? -1]]
    if (!from || !to || end === undefined) continue
    const next = to.index + to[0].length
    words += text.slice(done, from.index) + blank(text.slice(from.index, next))
    done = next
    index = end
  }
  return words + text.slice(done)
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
