import { type Corrections, correctedText } from './corrected-text.ts'
import './corrected-notice.css'

/** Shows that corrected words were searched, and offers to search for the typed ones. */
export function CorrectedNotice({
  corrected,
  keywords,
  onSearch,
}: {
  corrected: Corrections
  keywords: string
  onSearch: (keywords: string) => void
}) {
  const typed = corrected.map(({ from }) => `“${from}”`).join(', ')
  const found = corrected.map(({ to }) => `“${to}”`).join(', ')
  return (
    <p className="corrected" role="status">
      Nothing was found for {typed}. Showing bugs with {found}.{' '}
      <button type="button" className="corrected-use" onClick={() => onSearch(correctedText(keywords, corrected))}>
        Search for {found}
      </button>
    </p>
  )
}
