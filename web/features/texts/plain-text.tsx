import { TextWithLinks } from '#web/ui/text-with-links.tsx'
import { hasEndlessAddress } from './is-too-complex.ts'
import './plain-text.css'

/** Text exactly as its author typed it, with web addresses that can be followed. */
export function PlainText({ text }: { text: string }) {
  return <p className="plain-text">{hasEndlessAddress(text) ? text : <TextWithLinks text={text} />}</p>
}
