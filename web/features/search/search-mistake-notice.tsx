import type { SearchMistake } from '#shared/search/search-query.ts'

/** What is wrong with a search, and the place where. */
export function SearchMistakeNotice({
  id,
  text,
  mistake,
  refusal,
}: {
  id: string
  text: string
  mistake: SearchMistake | undefined
  refusal: string | undefined
}) {
  return (
    <div id={id} role="alert" className="search-mistake">
      {mistake ? (
        <>
          {mistake.message}
          <span className="search-mistake-text mono">
            {text.slice(0, mistake.from)}
            <mark className="search-mistake-place">{text.slice(mistake.from, mistake.to)}</mark>
            {text.slice(mistake.to)}
          </span>
        </>
      ) : (
        refusal
      )}
    </div>
  )
}
