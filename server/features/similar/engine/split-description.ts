/** Longer texts are cut before they are parsed. */
const longest = 20_000

/** Matches the fences of code in Markdown, and the tags of older trackers. */
const fence = /^\s*(?:```|~~~)|\{(?:code|noformat)(?::[^}\n]{0,80})?\}|<\/?(?:pre|code)>/gi
const indented = /^(?: {4}|\t)\s*\S/
const stackFrame = /^\s*(?:at\s+[\w$.<>]+\(|#\d+\s|\d+:\s+0x|File ".*", line \d+|Caused by:|\.\.\. \d+ more)/

/** Separates prose from pasted code, output and stack traces. */
export function splitDescription(description: string): { prose: string; code: string } {
  const prose: string[] = []
  const code: string[] = []
  let inside = false
  for (const line of description.slice(0, longest).split('\n')) {
    const fences = line.match(fence)?.length ?? 0
    const isCode = inside || fences > 1 || (fences === 0 && (indented.test(line) || stackFrame.test(line)))
    const target = isCode ? code : prose
    target.push(fences > 0 ? line.replaceAll(fence, ' ') : line)
    if (fences % 2 === 1) inside = !inside
  }
  return { prose: prose.join('\n'), code: code.join('\n') }
}
