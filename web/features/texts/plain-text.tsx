import { TextWithLinks } from '#web/ui/text-with-links.tsx'
import './plain-text.css'

/** Text exactly as its author typed it, with web addresses that can be followed. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className="plain-text">
      <TextWithLinks text={text} />
    </p>
  )
}
