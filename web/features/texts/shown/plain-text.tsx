import { memo } from 'react'
import { TextWithLinks } from '#web/ui/text/text-with-links.tsx'
import { isVeryLong, longestMixed, mayRunBothWays } from '../reading/hard-to-lay-out.ts'
import './plain-text.css'

/** Shows text exactly as typed, with web addresses as links. */
export const PlainText = memo(function PlainText({ text: typed }: { text: string }) {
  // Browsers show no other line ends, and take long for many of them.
  const text = typed.replace(/\r\n?/g, '\n')
  const isLong = isVeryLong(text)
  const parts = isLong || mayRunBothWays(text) ? partsOf(text) : [text]
  return (
    <p className="plain-text" dir="auto" data-long-text={isLong || undefined}>
      {parts.length === 1 ? (
        <TextWithLinks text={text} />
      ) : (
        parts.map((part, index) => (
          <span
            key={index}
            className="plain-text-part"
            style={{ containIntrinsicBlockSize: `auto ${roughLines(part)}lh` }}
          >
            <TextWithLinks text={part} />
          </span>
        ))
      )}
    </p>
  )
})

/**
 * Splits a text into parts that a browser lays out separately. They end at line ends; a part with both directions is
 * cut, because it could not be laid out as a whole.
 */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length;) {
    const isPair = /[\udc00-\udfff]/.test(text[start + longestMixed] ?? '')
    const end = start + longestMixed + (isPair ? 1 : 0)
    const before = text.lastIndexOf('\n', end - 1)
    const after = before > start ? before : text.indexOf('\n', end)
    const lineEnd = after === -1 ? text.length : after + 1
    const isCut = lineEnd > end && mayRunBothWays(text.slice(start, lineEnd))
    parts.push(text.slice(start, isCut ? end : lineEnd))
    start = isCut ? end : lineEnd
  }
  return parts
}

/** Returns about as many lines as a part takes in a wide page, for an approximate scroll bar. */
function roughLines(part: string): number {
  return part.split('\n').reduce((lines, line) => lines + 1 + Math.floor(line.length / 100), 0)
}
