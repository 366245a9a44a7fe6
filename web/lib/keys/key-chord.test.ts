import { expect, test } from 'vitest'
import { chordOf, isSingleKey, keyNames, type KeyPress, pressesOf } from './key-chord.ts'

const press = (key: string, rest: Partial<KeyPress> & { third?: boolean } = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  getModifierState: (name) => name === 'AltGraph' && rest.third === true,
  ...rest,
})

test.each([
  ['j', press('j'), 'j'],
  ['J while capitals are locked', press('J'), 'j'],
  ['Shift and j', press('J', { shiftKey: true }), 'Shift+j'],
  ['a question mark, which needs Shift', press('?', { shiftKey: true }), '?'],
  ['a digit that needs Shift, as in France', press('1', { shiftKey: true }), '1'],
  ['a bracket that needs AltGr, as in Germany', press(']', { ctrlKey: true, altKey: true, third: true }), ']'],
  ['a letter with AltGr, as in Poland', press('ą', { code: 'KeyA', altKey: true, third: true }), undefined],
  ['the key of j where it writes Cyrillic', press('о', { code: 'KeyJ' }), 'j'],
  ['a letter that Latin keyboards don’t have', press('ö', { code: 'Semicolon' }), 'ö'],
  ['Ctrl and k', press('k', { ctrlKey: true }), 'Ctrl+k'],
  ['Shift alone', press('Shift', { shiftKey: true }), undefined],
  ['an accent that waits for its letter', press('Dead'), undefined],
] as const)('%s', (_name, pressed, chord) => {
  expect(chordOf(pressed, false)).toBe(chord)
})

test('on a Mac, Option writes brackets and names letters', () => {
  expect(chordOf(press('[', { altKey: true }), true)).toBe('[')
  expect(chordOf(press('˚', { altKey: true, metaKey: true, code: 'KeyK' }), true)).toBe('Alt+Meta+k')
})

test('Mod is Cmd on a Mac and Ctrl elsewhere; with named keys either', () => {
  expect(pressesOf('Mod+K', true)).toEqual([['Meta+k']])
  expect(pressesOf('Mod+K', false)).toEqual([['Ctrl+k']])
  expect(pressesOf('Mod+Enter', true)).toEqual([['Ctrl+Enter'], ['Meta+Enter']])
  expect(pressesOf('g b', false)).toEqual([['g', 'b']])
  expect(pressesOf('+', false)).toEqual([['+']])
})

test('a key alone, also with Shift, is a single key', () => {
  expect(['j', '?', 'Shift+j', 'Enter', '+'].every(isSingleKey)).toBe(true)
  expect(['Ctrl+k', 'Meta+k', 'Alt+j', 'Ctrl+Alt+k', 'Shift+Meta+k', 'Ctrl+Shift+Meta+k'].some(isSingleKey)).toBe(false)
})

test('keys are named as they are printed', () => {
  expect(keyNames('Mod+K', true)).toEqual([['⌘', 'K']])
  expect(keyNames('Mod+Enter', false)).toEqual([['Ctrl', '↵']])
  expect(keyNames('g b', false)).toEqual([['g'], ['b']])
})
