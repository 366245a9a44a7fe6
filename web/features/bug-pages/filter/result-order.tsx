import { useQueryClient } from '@tanstack/react-query'
import { bugListQuery, type ListSearch } from '#web/features/bugs/public.ts'
import { hasWords, mistakeIn } from '#web/features/search/public.ts'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { controlChange, draftOf, searchOf, shownDraft } from './filter-draft.ts'
import { isImpossible } from './is-impossible.ts'
import './result-order.css'

const orders = [
  { value: 'createdOn', words: 'Newest' },
  { value: 'relevance', words: 'Best match' },
] as const

/** Where words are searched for: the two orders that people want then, one press away. */
export function ResultOrder({ search, onShow }: { search: ListSearch; onShow: (search: ListSearch) => void }) {
  const client = useQueryClient()
  const keywords = search.keywords ?? ''
  const draft = draftOf(search)
  const { sortBy, sortByInvert } = shownDraft(draft)
  if (!hasWords(keywords) || mistakeIn(keywords)) return null
  const inOrder = (next: (typeof orders)[number]['value']) =>
    searchOf({ ...draft, ...controlChange(draft, { sortBy: next }) })
  function readAhead(next: (typeof orders)[number]['value']) {
    const wanted = inOrder(next)
    if (!isImpossible(wanted)) void client.prefetchQuery(bugListQuery(wanted))
  }
  if (sortByInvert || (sortBy !== 'createdOn' && sortBy !== 'relevance')) return null
  return (
    <div className="result-order">
      <Segmented
        label="Order of the results"
        options={orders}
        value={sortBy}
        onChange={(next) => onShow(inOrder(next))}
        onReach={readAhead}
      />
    </div>
  )
}
