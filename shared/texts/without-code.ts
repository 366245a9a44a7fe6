const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

/**
 * The text with all code blanked out: fenced blocks, and spans between backticks. Every character keeps its place.
 */
export function withoutCode(text: string): string {
  let open: string | undefined
  let words = ''
  // A span may run over lines but not over a fence.
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

function withoutSpans(text: string): string {
  return text.replace(/(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[^])*?(?<!`)\1(?!`)/g, blank)
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
