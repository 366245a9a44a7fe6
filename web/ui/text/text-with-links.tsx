import { Fragment } from 'react'
import { cutText } from './cut-text.tsx'
import { linkedText } from './linked-text.ts'

/** A text with more web addresses is a list of them, and each link costs a page as much as hundreds of words. */
const mostLinks = 1_000

/** Text exactly as its author typed it, with web addresses that can be followed. */
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
