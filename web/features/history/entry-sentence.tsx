import { Link } from '@tanstack/react-router'
import type { TimelineEntry } from '#shared/history/timeline-entry.ts'
import { paths } from '#web/lib/paths.ts'
import { actorName, entryWords, type Piece } from '#shared/history/entry-words.ts'

/** Who did what. */
export function EntrySentence({ entry }: { entry: TimelineEntry }) {
  return (
    <>
      <bdi className="change-actor">{actorName(entry)}</bdi>{' '}
      {entryWords(entry).map((piece, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a sentence has no other order
        <SentencePiece key={index} piece={piece} />
      ))}
    </>
  )
}

function SentencePiece({ piece }: { piece: Piece }) {
  if (typeof piece === 'string') return piece
  if ('value' in piece) return <bdi className="change-value">{piece.value}</bdi>
  if ('title' in piece) {
    return (
      <Link to={paths.viewBug(piece.bugId)}>
        <bdi>{piece.title}</bdi>
      </Link>
    )
  }
  return <a href={`#comment-${piece.commentId}`}>{piece.words}</a>
}
