import { bugFields, choiceNames } from '#shared/bugs/fields.ts'
import { bugSorts } from '#shared/bugs/words.ts'
import { termNames } from '#shared/search/search-query.ts'
import { sortName } from '#shared/search/search-terms.ts'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const text = readFileSync(new URL('../../docs/search.md', import.meta.url), 'utf8')

it('docs/search.md names every term, the values of every field, and every sort', () => {
  expect(termNames.filter((name) => !text.includes(`\`${name}:`))).toEqual([])
  const sorts = text.split('\n').find((line) => line.includes('`sort:')) ?? ''
  expect(bugSorts.map(sortName).filter((name) => !sorts.includes(name))).toEqual([])
  for (const name of choiceNames) {
    const { term, values } = bugFields[name]
    const row = text.split('\n').find((line) => line.includes(`\`${term}:`)) ?? ''
    expect(values.filter((value) => !row.toLowerCase().includes(value.toLowerCase()))).toEqual([])
  }
})
