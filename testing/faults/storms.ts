import { resolve } from 'node:path'
import { runProgram } from '#testing/run/run-program.ts'
import type { Fault } from './fault.ts'

const root = resolve(import.meta.dirname, '../..')
const files = [
  'testing/storms/edit-storm.test.ts',
  'testing/storms/chat-storm.test.ts',
  'testing/rights/search-rights.test.ts',
  'server/features/finding/plans.test.ts',
]

/** Runs the tests at their full size of which `npm test` tries a part. */
export const storms: Fault = async () => {
  const env = { ...process.env, FULL_SIZE: 'on' }
  const code = await runProgram({ root, env, output: 'inherit' }, resolve(root, 'node_modules/.bin/vitest'), [
    'run',
    ...files,
  ])
  const losses = code === 0 ? [] : [`vitest ended with ${code}: what was lost stands above`]
  return { figures: { 'test files': files.length }, losses }
}
