import { withoutCode } from '#shared/texts/without-code.ts'

const marker = /^\s*(?:[-*+>|#=`~]|\d{1,9}[.)])/
const listItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/

/**
 * Keeps the margins of continued lines, which Markdown would remove, by non-breaking spaces. In lists, margins have a
 * meaning, so they stay unchanged.
 */
export function keepMargins(text: string): string {
  const words = withoutCode(text).split('\n')
  let isList = false
  let isParagraph = false
  return text
    .split('\n')
    .map((line, index) => {
      if (line.trim() === '') {
        isParagraph = false
        return line
      }
      const margin = /^\s*/.exec(line)?.[0] ?? ''
      if (listItem.test(line)) isList = true
      else if (margin === '' && !isParagraph) isList = false
      const isKept = isParagraph && !isList && line === words[index] && !marker.test(line)
      isParagraph = true
      return isKept ? margin.replaceAll('\t', '    ').replace(/ /g, '\u00a0') + line.slice(margin.length) : line
    })
    .join('\n')
}
