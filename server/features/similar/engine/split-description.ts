/** Texts longer than this are cut before anything is looked for in them. */
const longest = 20_000

/** The fences of code in Markdown, and the tags of trackers that came before. */
const fences = /^\s*(?:```|~~~)|\{(?:code|noformat)(?::[^}\n]*)?\}|<\/?(?:pre|code)>/i
const indented = /^(?: {4}|\t)\s*\S/
const stackFrame = /^\s*(?:at\s+[\w$.<>]+\(|#\d+\s|\d+:\s+0x|File ".*", line \d+|Caused by:|\.\.\. \d+ more)/

/** Tells what a person wrote from the code, output and stack traces that were pasted. */
export function splitDescription(description: string): { prose: string; code: string } {
  const prose: string[] = []
  const code: string[] = []
  let inside = false
  for (const line of description.slice(0, longest).split('\n')) {
    if (fences.test(line)) {
      const marks = line.match(new RegExp(fences, 'gi'))?.length ?? 0
      ;(inside || marks > 1 ? code : prose).push(line.replaceAll(new RegExp(fences, 'gi'), ' '))
      if (marks % 2 === 1) inside = !inside
    } else {
      ;(inside || indented.test(line) || stackFrame.test(line) ? code : prose).push(line)
    }
  }
  return { prose: prose.join('\n'), code: code.join('\n') }
}
