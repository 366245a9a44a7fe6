import { withoutCode } from '#shared/texts/without-code.ts'

export interface NumberedSteps {
  readonly intro: string
  readonly steps: readonly string[]
  readonly outro: string
}

// '1. open', '1) open', '1.open', '1: open', '1 - open', 'Step 1: open', but neither '1.5 is out' nor '10:30 in the log'.
const numbered = /^\s*(?:step\s+)?(\d{1,3})\s*(?:[.)](?!\d)|[:-](?=\s))\s*(.*)$/i

/**
 * Parses text as a list of steps if it is one: at least two numbered lines that count up from 1. Lines between two
 * numbers belong to the step above them; a paragraph after the last step is the outro. Undefined for any other text.
 */
export function numberedSteps(text: string): NumberedSteps | undefined {
  const intro: string[] = []
  const steps: string[][] = []
  // A number inside of fenced code doesn't count.
  const words = withoutCode(text).split(/\r\n|\r|\n/)
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const isCode = words[index]?.trim() === ''
    const match = isCode ? null : numbered.exec(line)
    const current = steps.at(-1)
    if (match && Number(match[1]) === steps.length + 1) steps.push([match[2] ?? ''])
    else if (match && steps.length === 0) return undefined
    else if (current) current.push(line)
    else intro.push(line)
  }
  if (steps.length < 2) return undefined

  const last = steps.at(-1) ?? []
  const end = endOfParagraphs(last)
  const outro = end === -1 ? [] : last.splice(end)
  return { intro: joined(intro), steps: steps.map(joined), outro: joined(outro) }
}

/** Returns the text with its steps as a Markdown list; other text is unchanged. */
export function stepsAsList(text: string): string {
  const list = numberedSteps(text)
  if (!list) return text
  const steps = list.steps.map((step, index) => {
    const mark = `${index + 1}. `
    return mark + shifted(step, ' '.repeat(mark.length))
  })
  return [list.intro, steps.join('\n'), list.outro].filter(Boolean).join('\n\n')
}

/** Moves all lines but the first to this margin, and keeps their relative margins. */
function shifted(step: string, margin: string): string {
  const [first = '', ...rest] = step.split('\n')
  const widths = rest.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0)
  const least = widths.reduce((one, other) => Math.min(one, other), Infinity)
  return [first, ...rest.map((line) => (line.trim() === '' ? '' : margin + line.slice(least)))].join('\n')
}

/** Returns the first blank line outside of fences; -1 without one. */
function endOfParagraphs(lines: readonly string[]): number {
  let isInFence = false
  for (const [index, line] of lines.entries()) {
    if (index > 0 && line.trim() === '' && !isInFence) return index
    if (/^\s*(?:```|~~~)/.test(line)) isInFence = !isInFence
  }
  return -1
}

function joined(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
}
