import { Fragment } from 'react'
import { cutText } from './cut-text.tsx'
import { linkedText } from './linked-text.ts'

/** Most links of a text; each costs a page as much as hundreds of words. */
const mostLinks = 1_000

/** Renders text exactly as typed, with web addresses as links. */
export function TextWithLinks({ text }: { text: string }) {
  if (text.split('://', mostLinks + 2).length > mostLinks + 1) return cutText(text)
  return linkedText(text).map((part, index) =>
    part.href === undefined ? (
      <Fragment key={index}>{cutText(part.text)}</Fragment>
    ) : (
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer ugc">
        {cutText(part.text)}
      </a>
    ),
  )
}
