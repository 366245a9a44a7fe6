import { type ChangeEvent, memo, type MouseEvent } from 'react'
import { selectRange, toggleSelected } from './selection.ts'
import './select-box.css'

/** Selects a bug of the list; with Shift, all between it and the one that was selected last. */
export const SelectBox = memo(function SelectBox({ title, isSelected }: { title: string; isSelected: boolean }) {
  return (
    <label className="select-box" onMouseDown={keepTexts}>
      <input type="checkbox" aria-label={`Select ${title}`} checked={isSelected} onChange={select} />
    </label>
  )
})

/** With Shift, a press would select the texts between as well. */
function keepTexts(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault()
}

function select({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
  const bugId = bugOf(currentTarget)
  const page = bugsBeside(currentTarget)
  if (bugId === undefined) return
  if ('shiftKey' in nativeEvent && nativeEvent.shiftKey === true) selectRange(bugId, page, currentTarget.checked)
  else toggleSelected(bugId, page)
}

/** Returns the id of the bug in whose row an element stands. */
export function bugOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-bug]')?.dataset['bug']
}

/** Returns the ids of all bugs of the list in which an element stands, as they are shown. */
function bugsBeside(element: Element): string[] {
  return bugsIn(element.closest('.cards'))
}

/** Returns the ids of the bugs that a part of the page shows. */
export function bugsIn(place: ParentNode | null): string[] {
  const rows = place?.querySelectorAll<HTMLElement>('[data-bug]') ?? []
  return [...rows].flatMap(({ dataset }) => dataset['bug'] ?? [])
}

/** Whether keys are about what is selected, and not about a bug that is open beside the list. */
export function isAboutList(): boolean {
  const { activeElement } = document
  return activeElement === document.body || Boolean(activeElement?.closest('.cards, .bulk-dock'))
}
