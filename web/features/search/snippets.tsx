import type { BugMatch } from '#shared/bugs/contract.ts'
import type { MatchField } from '#shared/bugs/words.ts'
import { paths } from '#web/lib/paths.ts'
import { MarkedText } from './marked-text.tsx'
import './snippets.css'

const places: Readonly<Record<MatchField, string>> = {
  title: 'In the title',
  description: 'In the description',
  stepsToReproduce: 'In the steps',
  comment: 'In a comment',
  chat: 'In a conversation',
}

const internalPlaces: Readonly<Record<MatchField, string>> = {
  ...places,
  comment: 'In an internal comment',
  chat: 'In a note on a conversation',
}

/**
 * Shows where the searched words are in a bug's texts. A snippet of a comment links to the comment, by the links of the
 * list around it.
 */
export function Snippets({ bugId, matches }: { bugId: string; matches: readonly BugMatch[] }) {
  return (
    <div className="snippets">
      {matches.map((match, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they come together and go together
        <p key={index} className="snippet">
          <Place bugId={bugId} match={match} />
          <span className="snippet-text" dir="auto">
            <MarkedText text={match.text} marks={match.marks} />
          </span>
        </p>
      ))}
    </div>
  )
}

function Place({ bugId, match: { field, commentId, isInternal } }: { bugId: string; match: BugMatch }) {
  const place = isInternal ? internalPlaces[field] : places[field]
  if (commentId === undefined) return <span className="snippet-place">{place}</span>
  return (
    <a className="snippet-place" href={`${paths.viewBug(bugId)}#comment-${commentId}`}>
      {place}
    </a>
  )
}
