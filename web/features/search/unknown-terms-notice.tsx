import './corrected-notice.css'

/** Shows that names before a colon are no terms, so that nobody takes what they typed for a filter. */
export function UnknownTermsNotice({ names }: { names: readonly string[] }) {
  const said = names.map((name) => `“${name}:”`).join(', ')
  return (
    <p className="corrected" role="status">
      {said}{' '}
      {names.length === 1
        ? 'is no search term: it was searched as a word.'
        : 'are no search terms: they were searched as words.'}
    </p>
  )
}
