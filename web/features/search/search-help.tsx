import { IconHelp } from '@tabler/icons-react'
import { bugFields, choiceNames } from '#shared/bugs/fields.ts'
import { terms } from '#shared/search/search-terms.ts'
import { CloseButton } from '#web/ui/controls/close-button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { usePopup } from '#web/ui/overlays/use-popup.ts'
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
  { texts: ['is:open', 'is:closed', 'is:followed', 'is:snoozed'], words: 'open, closed, followed or snoozed by you' },
  {
    texts: choiceNames.map((name) => `${bugFields[name].term}:${terms[bugFields[name].term].values[1]}`),
    words: choiceNames.map((name) => `by ${bugFields[name].label.toLowerCase()}`).join(', '),
  },
  { texts: ['label:regression', 'has:label'], words: 'with this label, with any' },
  { texts: ['assignee:@me', 'assignee:none'], words: 'who works on it' },
  { texts: ['author:@me', 'commenter:"Rosa Lind"'], words: 'who reported it, who commented' },
  { texts: ['created:>7d', 'updated:>30d', 'closed:<1m'], words: 'more than so many days ago, within the last month' },
  { texts: ['created:2026-01-01..2026-01-31'], words: 'between two days' },
  { texts: ['has:attachment', 'duplicate-of:1f0c9a2e'], words: 'with a file, duplicates of a bug' },
  { texts: ['is:blocked', 'blocks:1f0c9a2e', 'parent:1f0c9a2e'], words: 'blocked, what blocks a bug, its children' },
  { texts: ['sort:relevance', 'sort:updated', 'sort:title-desc'], words: 'the order' },
]

/**
 * Shows the button, inside the field, for examples of what can be typed.
 * @param props.onExample called for the one that is pressed; it takes the focus
 */
export function SearchHelp({ onExample }: { onExample: (text: string) => void }) {
  const { isOpen, button, popup } = usePopup('dialog')
  return (
    <>
      <IconButton size={28} aria-label="How to search" title="How to search" {...button}>
        <IconHelp size={18} aria-hidden />
      </IconButton>
      {isOpen && (
        <Popover {...popup} aria-label="How to search" align="end" className="search-help">
          <div className="search-help-head">
            <h2>How to search</h2>
            <CloseButton size={24} label="Close the help" onClick={popup.onClose} />
          </div>
          <p className="muted">Put these together as you like. Press one to add it.</p>
          <dl className="search-help-list">
            {examples.map(({ texts, words }) => (
              <div key={texts[0]} className="search-help-row">
                <dt>
                  {texts.map((text) => (
                    <button
                      key={text}
                      type="button"
                      className="search-help-example mono"
                      onClick={() => {
                        onExample(text)
                        popup.onClose()
                      }}
                    >
                      {text}
                    </button>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </Popover>
      )}
    </>
  )
}
