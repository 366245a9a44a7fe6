import { expect, test } from 'vitest'
import { bugFields } from '#shared/bugs/fields.ts'
import { documentedKeys } from './keys-document.ts'

const documented = documentedKeys()
const factKeys = Object.values(bugFields).flatMap((field) => ('key' in field ? [field.key] : []))

test('docs/keys.md has the key of each fact', () => {
  const ofBug = documented.filter(({ group }) => group === 'This bug').map(({ key }) => key)
  expect(ofBug).toEqual(expect.arrayContaining(factKeys))
})

test('no key of a fact means something else in the list of bugs', () => {
  const ofList = documented.filter(
    ({ group, where }) => group === 'List' && !/Notifications|similar|[Ss]elected/.test(where),
  )
  expect(ofList.length).toBeGreaterThan(10)
  expect(ofList.map(({ key }) => key).filter((key) => factKeys.some((one) => one === key))).toEqual([])
})
