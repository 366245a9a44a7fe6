import { Link } from '@tanstack/react-router'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { paths } from '#web/lib/paths.ts'
import { actorName, entryWords, type Piece } from './entry-words.ts'

/** Who did what. */
export function EntrySentence({ entry }: { entry: TimelineEntry }) {
  return (
    <>
      <span className="change-actor">{actorName(entry)}</span>{' '}
      {entryWords(entry).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a sentence has no other order
        <SentencePiece key={index} piece={piece} />
      ))}
    </>
  )
}

function SentencePiece({ piece }: { piece: Piece }) {
  if (typeof piece === 'string') return piece
  if ('value' in piece) return <span className="change-value">{piece.value}</span>
  if ('title' in piece) return <Link to={paths.viewBug(piece.bugId)}>{piece.title}</Link>
  return <a href={`#comment-${piece.commentId}`}>{piece.words}</a>
}
