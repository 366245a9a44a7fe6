import type { SearchMistake } from '#shared/search/search-query.ts'

/** Shows what is wrong with a search, and where; or why the server refused it. */
export function MistakeWords({
  text,
  mistake,
  refusal,
}: {
  text: string
  mistake: SearchMistake | undefined
  refusal: string | undefined
}) {
  if (!mistake) return refusal
  return (
    <>
      {mistake.message}
      <span className="search-mistake-text mono">
        {text.slice(0, mistake.from)}
        <mark className="search-mistake-place">{text.slice(mistake.from, mistake.to)}</mark>
        {text.slice(mistake.to)}
      </span>
    </>
  )
}
