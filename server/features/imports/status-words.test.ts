import { describe, expect, it } from 'vitest'
import { statusOf } from './status-words.ts'

describe('statusOf', () => {
  it.each([
    ['', 'Open'],
    ['Open', 'Open'],
    ['open', 'Open'],
    ['NEW', 'Open'],
    ['UNCONFIRMED', 'Open'],
    ['Reopened', 'Open'],
    ['re-opened', 'Open'],
    ['To Do', 'Open'],
    ['on_hold', 'Open'],
    ['In Progress', 'In Progress'],
    ['IN_PROGRESS', 'In Progress'],
    ['in-progress', 'In Progress'],
    ['ASSIGNED', 'In Progress'],
    ['In Review', 'In Progress'],
    ['In QE Test', 'In Progress'],
    ['Patch Available', 'In Progress'],
    ['RESOLVED', 'Resolved'],
    ['Fixed', 'Resolved'],
    ['closed', 'Closed'],
    ['VERIFIED', 'Closed'],
    ['Done', 'Closed'],
    ['Won’t Fix', 'Closed'],
    ["Won't Fix", 'Closed'],
    ['  not   planned ', 'Closed'],
  ])('reads %j as %s', (word, status) => {
    expect(statusOf(word)).toBe(status)
  })

  it.each(['Waiting for the moon', 'constructor', 'closed?'])('does not know %j', (word) => {
    expect(statusOf(word)).toBeUndefined()
  })
})
