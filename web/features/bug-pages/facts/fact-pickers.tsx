import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { bugFields, isPart, partNames } from '#shared/bugs/fields.ts'
import { askNext, askWords, mayAsk } from '#web/features/bugs/public.ts'
import { StaleQuestion, useStaleQuestion } from '#web/features/conflicts/public.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { messages } from '#web/lib/messages.ts'
import { useHasParts } from '#web/lib/session/has-parts.ts'
import { useSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/ui/late/lazy-part.tsx'
import { useLate } from '#web/ui/late/use-late.ts'
import { useTypedAhead } from '#web/ui/late/use-typed-ahead.ts'
import { toastSuccess, toastWarning } from '#web/ui/notices/toast.ts'
import { assigneeOf, type FactChoice, type FactOption } from './fact-option.ts'
import {
  changeWords,
  currentOf,
  type FactBug,
  factLabel,
  type FactName,
  factNames,
  hasAlready,
  maySetFact,
} from './facts.ts'
import { inPlace, loadInPlace, sayNotLoaded } from './late-in-place.ts'
import { useLastOwn, useUndoOfMany } from './own-changes.ts'

/** A picker that is open. */
interface Opened {
  readonly bugId: string
  readonly name: FactName
  /** The bug's version when it was opened: what others set since then may not have been noticed in it. */
  readonly version: number
  readonly anchor: HTMLElement
  readonly returnTo: HTMLElement
}

interface Props {
  /** Where the facts stand: what has `data-fact` there opens its picker. In a list, `data-bug` says of which bug. */
  readonly area: RefObject<HTMLElement | null>
  /** As they are shown. */
  readonly bugs: readonly FactBug[]
  /** The bug that keys are about at this moment. */
  readonly inWork: () => FactBug | undefined
  /** The palette takes the focus from what is in work in a list. */
  readonly isList?: boolean
  /** Without them, keys are for what stands beside the list. */
  readonly hasKeys?: boolean
  /** Keys are about the bugs that are selected, and never about one of them alone. */
  readonly isSelecting?: boolean
}

/** Lets whoever may set facts of bugs do so where they stand: by pressing them, and by keys for the bug in work. */
export function FactPickers({ area, bugs, inWork, isList = false, hasKeys = true, isSelecting = false }: Props) {
  const client = useQueryClient()
  const { userId, name: ownName, products } = useSession()
  const { stale, ask } = useStaleQuestion()
  const [opened, setOpened] = useState<Opened>()
  const [moving, setMoving] = useState<{
    readonly bug: FactBug
    readonly choice: FactChoice
    readonly version: number
  }>()
  const hasParts = useHasParts()
  const isThere = (name: FactName, of: FactBug) => !isPart(name) || of[name] !== null || hasParts(name, of.product._id)
  const settable = factNames.filter(
    (name) =>
      (name !== 'product' || products.length > 0) && bugs.some((bug) => maySetFact(bug, name) && isThere(name, bug)),
  )
  const bug = opened && bugs.find(({ _id }) => _id === opened.bugId)
  const isOpen = opened !== undefined && bug !== undefined && maySetFact(bug, opened.name)
  if (opened && !isOpen) setOpened(undefined)
  // A popup that is gone may tell so when the next one is open already.
  const close = () => setOpened((now) => (now === opened ? undefined : now))

  const when = isOpen ? 'now' : settable.length > 0 ? 'idle' : 'never'
  const Late = useLate(loadPicker, when, () => {
    close()
    sayNotLoaded()
  })
  const typed = useTypedAhead(isOpen && !Late, isOpen, close)

  function open(of: FactBug, name: FactName, pressed?: HTMLElement) {
    const { current } = area
    if (!current) return
    const item = current.querySelector<HTMLElement>(`[data-bug="${of._id}"]`) ?? current
    const stop = item.querySelector<HTMLElement>('.bug-card-link')
    // A row may hide the fact.
    const marks = [...item.querySelectorAll<HTMLElement>(`[data-fact="${name}"]`)]
    const mark = marks.find((one) => one.getClientRects().length > 0) ?? item.querySelector<HTMLElement>('[data-facts]')
    const anchor = pressed ?? mark ?? item
    const { activeElement } = document
    const focused = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : undefined
    const returnTo = stop ?? (pressed || !focused ? anchor : focused)
    anchor.scrollIntoView({ block: 'nearest' })
    setOpened({ bugId: of._id, name, version: of.version, anchor, returnTo })
  }

  // Whoever looks at the picker sees of which row it is.
  const anchor = opened?.anchor
  useEffect(() => {
    const row = anchor?.closest('[data-bug]')
    row?.toggleAttribute('data-in-work', true)
    return () => void row?.toggleAttribute('data-in-work', false)
  }, [anchor])

  const press = useEffectEvent((event: MouseEvent) => {
    const mark = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-fact]') : null
    const name = factNames.find((one) => one === mark?.dataset['fact'])
    const bugId = mark?.closest<HTMLElement>('[data-bug]')?.dataset['bug']
    const of = bugId === undefined ? bugs[0] : bugs.find(({ _id }) => _id === bugId)
    if (mark && name && of && maySetFact(of, name)) open(of, name, mark)
  })
  useEffect(() => {
    const { current } = area
    current?.addEventListener('click', press)
    return () => current?.removeEventListener('click', press)
  }, [area])

  function set(of: FactBug, name: FactName, choice: FactChoice, version = of.version) {
    if (hasAlready(of, name, choice.value) || userId === undefined) return
    inPlace(({ setFact }) => setFact(client, { bug: of, name, choice, userId, isList, ask }, version))
  }

  function pick(option: FactOption) {
    if (!opened || !bug) return
    // What another product would not have of it is told first.
    const hasMore = Object.keys(bug.fields).length > 0 || partNames.some((name) => bug[name] !== null)
    if (opened.name === 'product' && hasMore && !hasAlready(bug, 'product', option.value)) {
      setMoving({ bug, choice: option, version: opened.version })
      return
    }
    set(bug, opened.name, option, opened.version)
    // What a duplicate repeats is what is asked next.
    if (option.value === 'duplicate' && !bug.duplicateOf) setOpened({ ...opened, name: 'duplicateOf' })
  }

  function onWork(act: (of: FactBug) => void, refusalFor: (of: FactBug) => string | false): void {
    const of = inWork()
    if (!of) return askToChooseBug()
    const refusal = refusalFor(of)
    if (refusal) toastWarning(refusal)
    else act(of)
  }
  const onFact = (name: FactName, act: (of: FactBug) => void) =>
    onWork(act, (of) => !maySetFact(of, name) && `You may not set the ${factLabel(name).toLowerCase()} of this bug`)

  const last = useLastOwn(userId)
  const undoOfMany = useUndoOfMany()
  const ofBug = { group: 'This bug', inPalette: !isList } as const
  const isOffered = hasKeys && !isSelecting
  useActions([
    ...settable.map((fact) => ({
      ...ofBug,
      id: `bug.set-${fact}`,
      label: changeWords(fact),
      keys: bugFields[fact].key,
      isEnabled: isOffered,
      run: () => onFact(fact, (of) => open(of, fact)),
    })),
    {
      ...ofBug,
      id: 'bug.assign-to-me',
      label: messages.assign.toMe,
      keys: 'i',
      isEnabled: isOffered && settable.includes('assignee'),
      run: () => onFact('assignee', assignToMe),
    },
    {
      ...ofBug,
      id: 'bug.ask',
      label: askWords,
      keys: 'q',
      // A bug's page has the box for it.
      isEnabled: isList && isOffered && bugs.some(({ abilities }) => abilities.ask),
      run: () => onWork(openToAsk, (of) => !mayAsk(of) && 'You can’t ask the reporter of this bug'),
    },
    {
      ...ofBug,
      id: 'bug.undo-own',
      label: 'Undo my last change',
      keys: 'z',
      inPalette: true,
      isEnabled: hasKeys && (last ?? undoOfMany) !== undefined,
      run: () => {
        if (undoOfMany) undoOfMany()
        else if (last) inPlace(({ undoOwn }) => undoOwn(client, last))
      },
    },
    {
      ...ofBug,
      id: 'bug.repeat-own',
      label: 'Repeat on this bug what I set last',
      keys: '.',
      isEnabled: isOffered && last !== undefined,
      run: () => onWork(repeatOn, () => false),
    },
  ])

  /** Opens the bug as a press of its title does, with the box for a question. */
  function openToAsk({ _id }: FactBug) {
    askNext(_id)
    area.current?.querySelector<HTMLElement>(`[data-bug="${_id}"] .bug-card-link`)?.click()
  }

  function repeatOn(of: FactBug) {
    if (userId === undefined) return
    const on = { bug: of, userId, isList, ask }
    inPlace(({ repeatOwn }) => repeatOwn(client, on, (name) => isThere(name, of)))
  }

  function assignToMe(of: FactBug) {
    if (userId === undefined) return
    if (currentOf(of, 'assignee') === userId) toastSuccess(messages.assign.isMine)
    else set(of, 'assignee', assigneeOf({ _id: userId, fullName: ownName }))
  }

  return (
    <>
      {isOpen && Late && (
        <Late
          key={`${opened.bugId} ${opened.name}`}
          {...opened}
          bug={bug}
          typed={typed}
          onPick={pick}
          onClose={close}
        />
      )}
      {moving && (
        <LateMoveQuestion
          plain={null}
          part={{
            product: { _id: String(moving.choice.value), name: moving.choice.words },
            bugs: { ids: [moving.bug._id] },
            onMove: () => set(moving.bug, 'product', moving.choice, moving.version),
            onClose: () => setMoving(undefined),
          }}
        />
      )}
      <StaleQuestion stale={stale} />
    </>
  )
}

const LateMoveQuestion = lazyPart(async () => (await import('./moves-question.tsx')).MovesQuestion)
const loadPicker = () => loadInPlace().then(({ FactPicker }) => FactPicker)

/** Says why a key of a list does nothing: it is about one bug, and no row has the focus. */
export const askToChooseBug = (): void =>
  toastWarning('Choose a bug first', undefined, 'The keys j and k go from bug to bug.')
