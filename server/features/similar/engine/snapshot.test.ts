import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IndexedReport, SimilarIndex } from './similar-index.ts'

const now = 1_000_000_000_000

function reportOf(n: number): IndexedReport {
  return {
    id: `bug-${n}`,
    title: `Login ${n % 7} fails with error ${n}`,
    description: `The page number${n} stays blank.\n\`\`\`\nError${n % 5}: refused\n\`\`\``,
    product: n % 2 === 0 ? 'App' : null,
    component: n % 3 === 0 ? 'Überall' : '',
    createdOn: now - n * 1000,
    group: n % 10 === 1 ? 'bug-0' : `bug-${n}`,
  }
}

function filled(count: number): SimilarIndex {
  const index = new SimilarIndex()
  for (let n = 0; n < count; n++) index.put(reportOf(n))
  return index
}

const query = { title: 'login 3 fails, error 17', component: 'überall', now }
const answer = (index: SimilarIndex | undefined) => index?.suggest(query, { limit: 50 })

test('an index that was saved and loaded answers and changes as before', async () => {
  const index = filled(1200)
  index.remove('bug-17')
  const loaded = await SimilarIndex.load(Buffer.concat([...index.save()]))
  expect(loaded?.size).toBe(1199)
  expect(answer(loaded)).toEqual(answer(index))
  for (const one of [index, loaded]) {
    one?.put(reportOf(17))
    one?.remove('bug-18')
    one?.setGroup('bug-19', 'bug-0')
  }
  expect(answer(loaded)).toEqual(answer(index))
})

test('an empty index can be saved', async () => {
  expect((await SimilarIndex.load(Buffer.concat([...new SimilarIndex().save()])))?.size).toBe(0)
})

test('loading makes way for other work', async () => {
  let pauses = 0
  const bytes = Buffer.concat([...filled(1200).save()])
  await SimilarIndex.load(bytes, { pause: async () => void pauses++ })
  expect(pauses).toBeGreaterThan(1)
})

test('changes while it is saved are made good by feeding them again', async () => {
  const index = filled(1500)
  const pieces: Uint8Array[] = []
  const changes = (one: SimilarIndex) => {
    one.remove('bug-1400')
    one.put({ ...reportOf(3), title: 'quite another matter' })
    one.put({ ...reportOf(5000), title: 'a new matter' })
    one.setGroup('bug-1300', 'bug-0')
  }
  for (const piece of index.save()) {
    if (pieces.push(piece) === 2) changes(index)
  }
  const loaded = await SimilarIndex.load(Buffer.concat(pieces))
  if (loaded) changes(loaded)
  expect(loaded?.size).toBe(index.size)
  expect(answer(loaded)).toEqual(answer(index))
})

test('a damaged snapshot is of no use', async () => {
  const bytes = Buffer.concat([...filled(20).save()])
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] as number) ^ change
      expect(await SimilarIndex.load(damaged)).toBeUndefined()
      expect(await SimilarIndex.load(bytes.subarray(0, at))).toBeUndefined()
    }),
  )
  expect(await SimilarIndex.load(Buffer.alloc(0))).toBeUndefined()
  expect(await SimilarIndex.load(Buffer.from('not a snapshot at all'))).toBeUndefined()
})
