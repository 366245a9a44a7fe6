import { expect, test } from 'vitest'
import { completed, completionAt } from './completion.ts'

/** Chooses an option; `|` is the caret. @returns the text with that option, and the caret in it */
function choose(typed: string, option: string): string {
  const caret = typed.indexOf('|')
  const text = typed.replace('|', '')
  const found = completionAt(text, caret)
  const kind = option.endsWith(':') ? 'name' : 'value'
  if (!found) throw new Error(`Nothing is offered at ${typed}.`)
  const next = completed(text, found, { text: option, label: '', kind })
  return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`
}

test('names of terms are offered, then their values', () => {
  expect(completionAt('crash as', 8)?.options.map(({ text }) => text)).toEqual(['assignee:'])
  expect(completionAt('is:', 3)?.options.map(({ text }) => text)).toEqual([
    'is:open',
    'is:closed',
    'is:blocked',
    'is:followed',
    'is:snoozed',
    'is:unanswered',
    'is:private',
    'is:waiting',
  ])
})

test('what is there already is not offered', () => {
  expect(completionAt('is:open', 7)).toBeUndefined()
})

test('of a term for people the name that was begun is asked for', () => {
  expect(completionAt('author:ro', 9)?.person).toEqual({ term: 'author:', name: 'ro' })
  expect(completionAt('author:"rosa l', 14)?.person).toEqual({ term: 'author:', name: 'rosa l' })
  expect(completionAt('author:@m', 9)?.person).toBeUndefined()
})

test('a name of a term waits for its value, a value makes room for the next word', () => {
  expect(choose('as|', 'assignee:')).toBe('assignee:|')
  expect(choose('is:o| crash', 'is:open')).toBe('is:open |crash')
  expect(choose('crash is:o|', 'is:open')).toBe('crash is:open |')
  expect(choose('(is:o|)', 'is:open')).toBe('(is:open|)')
})

test('a quoted name that is completed takes its quotes along', () => {
  expect(choose('author:"ro|" crash', 'author:"Rosa Lind"')).toBe('author:"Rosa Lind" |crash')
})
