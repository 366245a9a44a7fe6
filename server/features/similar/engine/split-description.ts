/** Texts longer than this are cut before anything is looked for in them. */
const longest = 20_000

/** The fences of code in Markdown, and the tags of trackers that came before. */
const fence = /^\s*(?:```|~~~)|\{(?:code|noformat)(?::[^}\n]{0,80})?\}|<\/?(?:pre|code)>/gi
const indented = /^(?: {4}|\t)\s*\S/
const stackFrame = /^\s*(?:at\s+[\w$.<>]+\(|#\d+\s|\d+:\s+0x|File ".*", line \d+|Caused by:|\.\.\. \d+ more)/

/** Tells what a person wrote from the code, output and stack traces that were pasted. */
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
