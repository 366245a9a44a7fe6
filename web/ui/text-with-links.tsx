import { linkedText } from './linked-text.ts'

/** Text exactly as its author typed it, with web addresses that can be followed. */
export function TextWithLinks({ text }: { text: string }) {
  return linkedText(text).map((part, index) =>
    part.href === undefined ? (
      part.text
    ) : (
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer ugc">
        {part.text}
      </a>
    ),
  )
}
