import { useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Bug } from '#shared/bugs/contract.ts'
import { type Classification, classifications } from '#shared/bugs/words.ts'
import type { SimilarBug } from '#shared/similar/contract.ts'
import { StaleQuestion } from '#web/features/conflicts/public.ts'
import { MergeDialog, type MergeTarget, useMerge } from '#web/features/merging/public.ts'
import { Candidates, CompareDialog, useCandidates } from '#web/features/similar/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { Form, FormActions } from '#web/ui/forms/form.tsx'
import { SendShortcut } from '#web/ui/controls/kbd.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { useListWalk } from '../list/use-list-walk.ts'
import { ClosingOffer } from './classify-closing-offer.tsx'
import { ClassifyNext } from './classify-next.tsx'
import { OriginalField } from './classify-original-field.tsx'
import { useClassifyForm } from './use-classify-form.ts'
import { useNextUntriaged } from './use-next-untriaged.ts'

const walkKeys = { next: [']'], previous: ['['] }

/** Chooses a bug's classification and, for a duplicate, its original; or merges it into that. */
export function ClassifyForm({ bug }: { bug: Bug }) {
  const form = useClassifyForm(bug)
  const { classification, original, failure } = form
  const { candidates } = useCandidates(bug._id)
  const { merge, isPending: isMerging, stale: staleMerge } = useMerge(bug, form.finish)
  const [compared, setCompared] = useState<SimilarBug>()
  const [mergeInto, setMergeInto] = useState<MergeTarget>()
  const [focusAsked, setFocusAsked] = useState(0)
  const submit = useRef<HTMLButtonElement>(null)
  const watchesFocus = useRef(false)
  // What had the focus may go once the bug is dealt with, such as the chosen original; sending once moves it once.
  useEffect(() => {
    if (!form.isDone || !watchesFocus.current || document.activeElement !== document.body) return
    watchesFocus.current = false
    submit.current?.focus({ preventScroll: true })
  })
  const navigate = useNavigate()
  const { go: goInList } = useListWalk(bug._id, (next) => navigate({ to: paths.classifyBug(next) }), { keys: walkKeys })
  const nextOfList = () => goInList(1)
  const nextUntriaged = useNextUntriaged(bug._id)
  const isDuplicate = classification === 'duplicate'
  const mayMerge = bug.abilities.merge && !bug.isMerged

  /** What is itself a duplicate is no place to merge into, but its original is. */
  const endOf = (chosen: MergeTarget | undefined): MergeTarget | undefined =>
    candidates.find(({ _id }) => _id === chosen?._id)?.original ?? chosen

  useClassifyKeys((word) => {
    form.choose(word)
    // What follows has the focus: sending, or the choice of the original.
    if (word === 'duplicate' && !bug.isMerged) setFocusAsked((count) => count + 1)
    else submit.current?.focus()
  })

  // Above what sends it, where an original is chosen among them. Beside another choice they stand below, because they come
  // late and must not move what is about to be pressed.
  const similar = !bug.isMerged && (
    <Candidates
      key="similar"
      bugId={bug._id}
      isAsked={isDuplicate}
      focusAsked={focusAsked}
      chosenId={isDuplicate ? original.chosen?._id : undefined}
      onChoose={form.chooseOriginal}
      onCompare={setCompared}
    />
  )
  const actions = (
    <Fragment key="actions">
      {failure && <FailureNotice title="The classification was not changed" failure={failure} />}
      <FormActions>
        <Button ref={submit} type="submit" loading={form.isSending}>
          Submit
        </Button>
        {isDuplicate && original.chosen && mayMerge && (
          <Button variant="default" loading={isMerging} onClick={() => setMergeInto(endOf(original.chosen))}>
            Merge…
          </Button>
        )}
        <ButtonLink to={paths.viewBug(bug._id)} variant="subtle">
          Back to the bug
        </ButtonLink>
        <SendShortcut verb="to submit" />
      </FormActions>
      {form.offersClosing && <ClosingOffer bug={bug} />}
      {form.isDone && <ClassifyNext onNextOfList={nextOfList} onNextUntriaged={nextUntriaged} />}
    </Fragment>
  )

  return (
    <>
      <Form
        label="Classify bug"
        onSubmit={() => {
          watchesFocus.current = true
          return form.submit()
        }}
      >
        <SelectField
          label="Classification"
          value={classification}
          onChange={(event) => form.choose(event.currentTarget.value)}
          options={[...classifications]}
        />
        {isDuplicate && (
          <OriginalField
            bugId={bug._id}
            chosen={original.chosen}
            onChoose={original.choose}
            words={original.words}
            onWords={original.write}
            error={original.error}
          />
        )}
        {isDuplicate ? [similar, actions] : [actions, similar]}
      </Form>
      {compared && (
        <CompareDialog
          bug={bug}
          candidates={candidates}
          candidate={compared}
          onCandidate={setCompared}
          onChoose={() => {
            // First, since it moves Submit, to which the dialog may give the focus back.
            flushSync(() => form.chooseOriginal(compared))
            setCompared(undefined)
          }}
          onMerge={
            mayMerge
              ? () => {
                  setCompared(undefined)
                  setMergeInto(compared.original ?? compared)
                }
              : undefined
          }
          onClose={() => setCompared(undefined)}
        />
      )}
      {mergeInto && (
        <MergeDialog
          bug={bug}
          into={mergeInto}
          onMerge={(close, baseVersion) => {
            setMergeInto(undefined)
            merge(mergeInto, close, baseVersion)
          }}
          onCancel={() => setMergeInto(undefined)}
        />
      )}
      <StaleQuestion stale={form.stale} />
      <StaleQuestion stale={staleMerge} />
    </>
  )
}

/** The number keys choose a classification, in the order in which they are offered. */
function useClassifyKeys(choose: (classification: Classification) => void): void {
  useActions(
    classifications.map((classification, index) => ({
      id: `classify.${classification}`,
      label: `Choose ${classification}`,
      group: 'This bug',
      keys: String(index + 1),
      run: () => choose(classification),
    })),
  )
}
