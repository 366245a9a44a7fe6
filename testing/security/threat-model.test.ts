import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const model = readFileSync(join(root, 'docs/security.md'), 'utf8')

interface Row {
  readonly threat: string
  readonly answer: string
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

/** The rows of all tables that have a column of tests. */
const rows: Row[] = model
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 5 && cells[1] !== 'Threat' && !cells[1]?.startsWith('---'))
  .map(([, threat = '', answer = '', tests = '']) => ({
    threat,
    answer,
    tests: [...tests.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title })),
  }))

/** Returns whether a source has a test of this title, as written there when it has parameters. */
function hasTest({ file, title }: { file: string; title: string }): boolean {
  const exact = title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const source = readFileSync(join(root, file), 'utf8')
  return new RegExp(String.raw`\(\s*(['"\`])${exact}\1,\s*(async\b|\()`).test(source)
}

describe('the threat model', () => {
  it('says what stands against each threat, and names tests that exist', () => {
    expect(rows.length).toBeGreaterThan(40)
    expect(rows.filter(({ answer }) => answer === '').map(({ threat }) => threat)).toEqual([])
    const missing = rows.flatMap(({ tests }) => tests).filter((test) => !hasTest(test))
    expect(missing.map(({ file, title }) => `${file} › ${title}`)).toEqual([])
  })

  it('says so where nothing is tested', () => {
    const untested = rows.filter(({ tests }) => tests.length === 0)
    expect(untested.filter(({ answer }) => !answer.startsWith('nothing here'))).toEqual([])
  })
})
