import { ActionIcon, CloseButton } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { bugFields, choiceNames } from '#shared/bugs/fields.ts'
import { terms } from '#shared/search/search-terms.ts'
import './search-help.css'

interface Example {
  readonly texts: readonly string[]
  readonly words: string
}

const examples: readonly Example[] = [
  { texts: ['lamp flick'], words: 'all words, anywhere in a bug; the last one may be a beginning' },
  { texts: ['"lamp flickers"'], words: 'words that follow one another' },
  { texts: ['-winter'], words: 'without this' },
  { texts: ['(lamp OR bulb)'], words: 'one or the other' },
  { texts: ['is:open', 'is:closed', 'is:followed'], words: 'open, closed, or followed by you' },
  {
    texts: choiceNames.map((name) => `${bugFields[name].term}:${terms[bugFields[name].term].values[1]}`),
    words: choiceNames.map((name) => `by ${bugFields[name].label.toLowerCase()}`).join(', '),
  },
  { texts: ['assignee:@me', 'assignee:none'], words: 'who works on it' },
  { texts: ['author:@me', 'commenter:"Rosa Lind"'], words: 'who reported it, who commented' },
  { texts: ['created:>7d', 'closed:<1m'], words: 'more than 7 days ago, within the last month' },
  { texts: ['created:2026-01-01..2026-01-31'], words: 'between two days' },
  { texts: ['has:attachment', 'duplicate-of:1f0c9a2e'], words: 'with a file, duplicates of a bug' },
  { texts: ['sort:relevance', 'sort:title-desc'], words: 'the order' },
]

/** Opens and closes the help; shown inside the field. */
export function SearchHelpButton({
  panelId,
  isOpen,
  onToggle,
}: {
  panelId: string
  isOpen: boolean
  onToggle: () => void
}) {
  return (
    <ActionIcon
      size={28}
      variant="subtle"
      color="gray"
      aria-label="How to search"
      title="How to search"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={onToggle}
    >
      <IconHelp size={18} aria-hidden />
    </ActionIcon>
  )
}

/** Shows examples of what can be typed; pressing one inserts it. */
export function SearchHelp({
  id,
  onExample,
  onClose,
}: {
  id: string
  onExample: (text: string) => void
  onClose: () => void
}) {
  return (
    <section id={id} className="search-help" aria-label="How to search">
      <div className="search-help-head">
        <h2>How to search</h2>
        <CloseButton size="sm" aria-label="Close the help" onClick={onClose} />
      </div>
      <p className="muted">Put these together as you like. Press one to add it.</p>
      <dl className="search-help-list">
        {examples.map(({ texts, words }) => (
          <div key={texts[0]} className="search-help-row">
            <dt>
              {texts.map((text) => (
                <button key={text} type="button" className="search-help-example mono" onClick={() => onExample(text)}>
                  {text}
                </button>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
