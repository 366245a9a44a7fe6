export interface NumberedSteps {
  readonly intro: string
  readonly steps: readonly string[]
  readonly outro: string
}

// '1. open', '1) open', '1.open', '1: open', '1 - open', 'Step 1: open', but neither '1.5 is out' nor '10:30 in the log'.
const numbered = /^\s*(?:step\s+)?(\d{1,3})\s*(?:[.)](?!\d)|[:-](?=\s))\s*(.*)$/i

/**
 * Reads text as a list of steps when it is one: at least two numbered lines that count up from 1. Lines between two
 * numbers belong to the step above them; a paragraph after the last step is the outro. Undefined for any other text.
 */
export function numberedSteps(text: string): NumberedSteps | undefined {
  const intro: string[] = []
  const steps: string[][] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const match = numbered.exec(line)
    const current = steps.at(-1)
    if (match && Number(match[1]) === steps.length + 1) steps.push([match[2] ?? ''])
    else if (match && steps.length === 0) return undefined
    else if (current) current.push(line)
    else intro.push(line)
  }
  if (steps.length < 2) return undefined

  const last = steps.at(-1) ?? []
  const end = last.findIndex((line, index) => index > 0 && line.trim() === '')
  const outro = end === -1 ? [] : last.splice(end)
  return { intro: joined(intro), steps: steps.map(joined), outro: joined(outro) }
}

function joined(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
}
