import { expect, it } from 'vitest'
import { type Turn, turnAfter } from './turns.ts'

const speakers = {
  'the reporter': { isOfReporter: true, isOfTeam: false, asks: false },
  'a reporter of the team': { isOfReporter: true, isOfTeam: true, asks: false },
  'the team': { isOfReporter: false, isOfTeam: true, asks: false },
  'the team, asking': { isOfReporter: false, isOfTeam: true, asks: true },
  'somebody else': { isOfReporter: false, isOfTeam: false, asks: false },
} as const

const nobody: Turn = { isWaiting: false, isOwed: false }
const reporter: Turn = { isWaiting: true, isOwed: false }
const team: Turn = { isWaiting: false, isOwed: true }
/** It was only said that the bug waits, while the team owed an answer. */
const both: Turn = { isWaiting: true, isOwed: true }

it.each<[keyof typeof speakers, Turn, Turn]>([
  ['the reporter', nobody, team],
  ['the reporter', reporter, team],
  ['the reporter', team, team],
  ['the reporter', both, team],
  ['a reporter of the team', nobody, nobody],
  ['a reporter of the team', reporter, team],
  ['a reporter of the team', team, team],
  ['the team', nobody, nobody],
  ['the team', reporter, reporter],
  ['the team', team, nobody],
  ['the team', both, reporter],
  ['the team, asking', nobody, reporter],
  ['the team, asking', reporter, reporter],
  ['the team, asking', team, reporter],
  ['the team, asking', both, reporter],
  ['somebody else', nobody, nobody],
  ['somebody else', reporter, reporter],
  ['somebody else', team, team],
])('after %s spoke, %o becomes %o', (who, before, after) => {
  expect(turnAfter(speakers[who], before)).toEqual(after)
})
