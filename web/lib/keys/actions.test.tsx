// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { type ReactNode, useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Action, useActions, useOfferedActions, useShortcuts } from './actions.ts'
import { conflictsAmong } from './key-conflicts.ts'
import { sequencePause } from './key-listener.ts'

let done: string[] = []

beforeEach(() => {
  done = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Creates an action that records its id when it runs. */
function noting(id: string, keys: string | string[], rest: Partial<Action> = {}): Action {
  return { id, label: id, group: 'Everywhere', keys, run: () => void done.push(id), ...rest }
}

function Acting({ actions, children }: { actions: readonly Action[]; children?: ReactNode }) {
  useActions(actions)
  return children
}

/** Gives keys to only a part of the page. */
function Place({ action, children }: { action: Action; children: ReactNode }) {
  const within = useRef<HTMLDivElement>(null)
  useActions([{ ...action, within }])
  return <div ref={within}>{children}</div>
}

/** Presses a key. @returns whether the page handled it */
function press(key: string, more: KeyboardEventInit = {}, target: Element = document.body): boolean {
  return !fireEvent.keyDown(target, { key, ...more })
}

test('a key runs its action while that is mounted and enabled', () => {
  const { rerender, unmount } = render(<Acting actions={[noting('one', 'x')]} />)
  expect(press('x')).toBe(true)
  expect(press('y')).toBe(false)
  rerender(<Acting actions={[noting('one', 'x', { isEnabled: false })]} />)
  expect(press('x')).toBe(false)
  rerender(<Acting actions={[noting('other', ['x', 'y'])]} />)
  press('y')
  unmount()
  press('x')
  expect(done).toEqual(['one', 'other'])
})

test('a sequence is one key after the other, in time', () => {
  vi.useFakeTimers()
  render(<Acting actions={[noting('bugs', 'g b'), noting('home', 'g h'), noting('alone', 'b')]} />)
  expect(press('g')).toBe(true)
  press('Shift')
  press('b')
  expect(done).toEqual(['bugs'])
  press('g')
  vi.advanceTimersByTime(sequencePause + 1)
  press('b')
  expect(done).toEqual(['bugs', 'alone'])
})

test('a letter that continues no sequence does nothing, a command does', () => {
  render(<Acting actions={[noting('bugs', 'g b'), noting('close', 'x'), noting('palette', 'Mod+K')]} />)
  press('g')
  expect(press('x')).toBe(false)
  expect(done).toEqual([])
  press('g')
  press('k', { ctrlKey: true })
  press('x')
  expect(done).toEqual(['palette', 'close'])
})

test.each([
  ['an input', <input key="it" data-testid="it" />],
  ['a text area', <textarea key="it" data-testid="it" />],
  ['a text that can be edited', <p key="it" contentEditable suppressContentEditableWarning data-testid="it" />],
  [
    'a combobox',
    <div key="it" role="combobox" aria-expanded="false" aria-controls="x" tabIndex={0} data-testid="it" />,
  ],
])('in %s only what is meant for typing people works', (_name, field) => {
  render(
    <Acting actions={[noting('single', 'x'), noting('command', 'Mod+Enter', { whileTyping: true })]}>{field}</Acting>,
  )
  expect(press('x', {}, screen.getByTestId('it'))).toBe(false)
  press('Enter', { ctrlKey: true }, screen.getByTestId('it'))
  expect(done).toEqual(['command'])
})

test('in a select letters choose its words, and the page has the keys that begin none', () => {
  vi.useFakeTimers()
  render(
    <Acting actions={[noting('next', 'n'), noting('classify', 'c'), noting('on', ']')]}>
      <select data-testid="it">
        <option>Closed</option>
        <option>Open</option>
      </select>
    </Acting>,
  )
  const select = screen.getByTestId('it')
  press('n', {}, select)
  press(']', {}, select)
  expect(done).toEqual(['next', 'on'])
  expect(press('c', {}, select)).toBe(false)
  // It may be the second letter of a word.
  expect(press('n', {}, select)).toBe(false)
  vi.advanceTimersByTime(1_000)
  press('n', {}, select)
  expect(done).toEqual(['next', 'on', 'next'])
})

test('a box to be ticked is no place to type', () => {
  render(
    <Acting actions={[noting('single', 'x')]}>
      <input type="checkbox" aria-label="Tick" />
    </Acting>,
  )
  press('x', {}, screen.getByLabelText('Tick'))
  expect(done).toEqual(['single'])
})

test.each([
  ['menu', <div key="it" role="menu" tabIndex={-1} data-testid="it" />],
  ['dialog', <div key="it" role="dialog" aria-label="D" tabIndex={-1} data-testid="it" />],
  ['open menu’s button', <button key="it" aria-haspopup="menu" aria-expanded="true" data-testid="it" />],
])('in a %s keys are its own, but for those that reach there', (_name, popup) => {
  render(<Acting actions={[noting('x', 'x'), noting('k', 'Mod+K', { inPopups: true })]}>{popup}</Acting>)
  press('x', {}, screen.getByTestId('it'))
  press('k', { ctrlKey: true }, screen.getByTestId('it'))
  expect(done).toEqual(['k'])
})

test('under a modal dialog nothing works, wherever the focus is', () => {
  render(
    <Acting actions={[noting('x', 'x'), noting('k', 'Mod+K', { inPopups: true })]}>
      <dialog open>
        <Place action={noting('inner', 'y')}>
          <button>Inside</button>
        </Place>
      </dialog>
    </Acting>,
  )
  press('x')
  press('k', { ctrlKey: true })
  press('y', {}, screen.getByText('Inside'))
  expect(done).toEqual(['inner'])
})

test('while a character is being chosen, and when a widget has used the key, nothing happens', () => {
  render(
    <Acting actions={[noting('x', 'x')]}>
      <button onKeyDown={(event) => event.preventDefault()}>Widget</button>
    </Acting>,
  )
  press('x', { isComposing: true })
  press('x', { keyCode: 229 })
  press('x', {}, screen.getByText('Widget'))
  expect(done).toEqual([])
})

test('with modifiers that don’t belong to it a key is another key', () => {
  render(<Acting actions={[noting('x', 'x'), noting('k', 'Mod+K')]} />)
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { shiftKey: true }]) press('x', held)
  press('k', { ctrlKey: true, shiftKey: true })
  press('k', { metaKey: true })
  expect(done).toEqual([])
})

test('Enter and Space stay with links and buttons', () => {
  render(
    <Acting actions={[noting('enter', 'Enter'), noting('space', 'Space')]}>
      <button>Push</button>
    </Acting>,
  )
  expect(press('Enter', {}, screen.getByText('Push'))).toBe(false)
  expect(press(' ', {}, screen.getByText('Push'))).toBe(false)
  press('Enter')
  press(' ')
  expect(done).toEqual(['enter', 'space'])
})

test('a key that is held down runs only what may run again', () => {
  render(<Acting actions={[noting('close', 'x'), noting('next', 'j', { repeats: true })]} />)
  for (const key of ['x', 'j']) for (const repeat of [false, true, true]) expect(press(key, { repeat })).toBe(true)
  expect(done).toEqual(['close', 'next', 'next', 'next'])
})

test('what has nothing to do leaves the key to the page', () => {
  render(<Acting actions={[noting('arrow', 'ArrowDown', { run: () => false })]} />)
  expect(press('ArrowDown')).toBe(false)
})

test('the place that has the focus goes first, then the most recently mounted', () => {
  vi.useFakeTimers()
  render(
    <>
      <Acting actions={[noting('early', 'x')]} />
      <Place action={noting('place', 'x')}>
        <button>Here</button>
      </Place>
      <Acting actions={[noting('late', 'x')]} />
    </>,
  )
  press('x')
  press('x', {}, screen.getByText('Here'))
  expect(done).toEqual(['late', 'place'])
  expect(() => vi.runAllTimers()).toThrow('The key x has two actions: early and late.')
})

test('single keys can be switched off; commands and a place’s own keys stay', () => {
  const { result } = renderHook(() => useShortcuts())
  render(
    <>
      <Acting actions={[noting('single', 'x'), noting('sequence', 'g b'), noting('command', 'Mod+K')]} />
      <Place action={noting('place', 'y')}>
        <button>Here</button>
      </Place>
    </>,
  )
  act(() => result.current[1](false))
  expect(result.current[0]).toBe(false)
  expect(press('x')).toBe(false)
  press('g')
  press('b')
  press('k', { ctrlKey: true })
  press('y', {}, screen.getByText('Here'))
  expect(done).toEqual(['command', 'place'])
  act(() => result.current[1](true))
  press('x')
  expect(done).toEqual(['command', 'place', 'single'])
})

test('conflicts: the same keys, or one the beginning of the other, in the same place', () => {
  const within = { current: null }
  const ids = (...actions: Action[]) => conflictsAmong(actions).map(({ ids }) => ids)
  expect(ids(noting('a', 'g'), noting('b', 'g b'))).toEqual([['a', 'b']])
  expect(ids(noting('a', 'Mod+K'), noting('b', ['j', 'Ctrl+K']))).toEqual([['a', 'b']])
  expect(ids(noting('a', 'g h'), noting('b', 'g b'), noting('c', 'h'))).toEqual([])
  expect(ids(noting('a', 'x', { within }), noting('b', 'x'))).toEqual([])
  expect(ids(noting('a', 'x', { within }), noting('b', 'x', { within }))).toEqual([['a', 'b']])
})

test('whoever shows what is offered hears of it, and runs what an action does by then', () => {
  const { result } = renderHook(() => useOfferedActions())
  const { rerender } = render(<Acting actions={[noting('one', 'x')]} />)
  expect(result.current.map(({ id }) => id)).toEqual(['one'])
  const before = result.current
  rerender(<Acting actions={[noting('one', 'x', { run: () => void done.push('new') })]} />)
  expect(result.current).toBe(before)
  before[0]?.run()
  expect(done).toEqual(['new'])
  rerender(<Acting actions={[noting('one', 'x', { isEnabled: false })]} />)
  expect(result.current).toEqual([])
})
