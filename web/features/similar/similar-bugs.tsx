import { useEffect, useRef, useState } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { Notice } from '#web/ui/notices/notice.tsx'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useActivePointer } from './use-active-pointer.ts'
import { usePutAside } from './use-put-aside.ts'
import { isOtherMatter, type Texts } from './report-question.ts'
import { SimilarDetails } from './similar-details.tsx'
import { SimilarRow } from './similar-row.tsx'
import { useSimilarBugs } from './use-similar-bugs.ts'
import './similar-bugs.css'

interface Open {
  readonly bugId: string
  /** `back`: joining was cancelled. */
  readonly step: 'details' | 'joining' | 'back'
  /** The report's title when it was opened. */
  readonly title: string
}

interface Joined {
  readonly bug: Bug
  readonly asked: string
}

/** Few join a bug: what they need for it loads when they press. */
const JoinStep = lazyPart(() => import('./joining.ts').then(({ JoinStep }) => JoinStep))
const JoinedNotice = lazyPart(() => import('./joining.ts').then(({ JoinedNotice }) => JoinedNotice))

/** Milliseconds without a change after which the number of similar bugs is announced. */
const calm = 1_200

/**
 * Shows possible duplicates of the report that is being written, with the reason for each. One can be opened, and
 * joined instead of reported again.
 */
export function SimilarBugs({
  texts,
  onDiscard,
  onBringBack,
  onCount,
}: {
  texts: Texts
  /** Called when the report was replaced by joining a bug. */
  onDiscard: () => void
  /** Called to restore the report. */
  onBringBack: (texts: Texts) => void
  /** Called with the number of shown bugs, for a hint beside the form. */
  onCount: (count: number) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<Open>()
  const [joined, setJoined] = useState<Joined>()
  const aside = usePutAside()
  const pointer = useActivePointer()
  const similar = useSimilarBugs(texts, list, open !== undefined || pointer.isActive)
  const { bugs, isDismissed } = similar
  // The open bug stays until the report is about something else.
  if (open && open.step !== 'joining' && isOtherMatter(open.title, texts.title)) setOpen(undefined)
  const count = isDismissed ? 0 : bugs.length
  useEffect(() => onCount(count), [onCount, count])
  const said = useDebounced(countWords(count), calm)

  function finish(asked: string, bug: Bug) {
    setJoined({ bug, asked })
    aside.put(texts)
    setOpen(undefined)
    similar.clear()
    onDiscard()
  }

  function bringBack() {
    if (!aside.texts) return
    onBringBack(aside.texts)
    // The form's present text is kept as well.
    aside.put(texts)
  }

  return (
    <section id="similar-bugs" className="similar-bugs" aria-labelledby="similar-bugs-heading">
      {joined && (
        <JoinedNotice
          key={joined.bug._id}
          plain={null}
          part={{ bug: joined.bug, asked: joined.asked, onBringBack: aside.texts && bringBack }}
        />
      )}
      {!joined && aside.texts && (
        <Notice tone="info" title="A text was put aside">
          <p>
            “{aside.texts.title || 'Without a title'}”, when you joined a bug instead.{' '}
            <QuietButton onClick={bringBack}>Bring it back</QuietButton> or{' '}
            <QuietButton onClick={aside.forget}>discard it</QuietButton>
          </p>
        </Notice>
      )}
      <header className="similar-head">
        <h2 id="similar-bugs-heading" tabIndex={-1}>
          Similar bugs
        </h2>
        {(count > 0 || isDismissed) && (
          <QuietButton onClick={isDismissed ? similar.showAgain : similar.dismiss}>
            {isDismissed ? 'Show them' : 'Not these'}
          </QuietButton>
        )}
      </header>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {count === 0 && !isDismissed && (
        <p className="similar-none">
          {similar.isAnswered
            ? 'Nothing like it so far.'
            : 'While you write, bugs that may be about the same show here. If one is yours too, join it instead.'}
        </p>
      )}
      <div ref={list} {...pointer.handlers} onBlur={similar.onBlur}>
        {count > 0 && (
          <ul className="similar-list">
            {bugs.map((bug) => {
              const step = open?.bugId === bug._id ? open.step : undefined
              const show = (next: Open['step']) => setOpen({ bugId: bug._id, step: next, title: texts.title })
              return (
                <SimilarRow
                  key={bug._id}
                  bug={bug}
                  isOpen={step !== undefined}
                  onToggle={() => (step === undefined ? show('details') : setOpen(undefined))}
                >
                  {step === 'joining' ? (
                    <JoinStep
                      plain={<SimilarDetails bug={bug} takesFocus={false} onJoin={() => show('details')} />}
                      coming={null}
                      part={{
                        ...{ bugId: bug._id, description: texts.description },
                        onJoined: (result: Bug) => finish(bug._id, result),
                        onCancel: () => show('back'),
                      }}
                    />
                  ) : (
                    <SimilarDetails bug={bug} takesFocus={step === 'back'} onJoin={() => show('joining')} />
                  )}
                </SimilarRow>
              )
            })}
          </ul>
        )}
      </div>
      {similar.isWaiting && <p className="similar-waiting">Newer ones come when you leave this list.</p>}
    </section>
  )
}

function countWords(count: number): string {
  if (count === 0) return ''
  return count === 1 ? '1 similar bug.' : `${count} similar bugs.`
}
