import { markedWords } from './matched-words.ts'
import './matched-text.css'

/** Shows a text with the words that it shares with another one marked. */
export function MatchedText({ text, matched }: { text: string; matched: readonly string[] }) {
  return markedWords(text, matched).map(({ text, isMatched }, index) =>
    isMatched ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other order
      <mark key={index} className="matched-word">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
