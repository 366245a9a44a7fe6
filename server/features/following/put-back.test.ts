import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { reportBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import {
  followBug,
  listAllNotifications,
  listNotifications,
  type notificationStates,
  seeBug,
  setBugLevel,
  viewBugLevel,
  setProductLevel,
} from '#shared/following/contract.ts'
import type { NotificationLevel } from '#shared/following/level.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import { setPreferences } from '#shared/users/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let staff: Person
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
})
afterAll(() => app?.end())

const customer = () => app.person(['customer'])
const texts = { title: 'It breaks', description: 'Always', stepsToReproduce: 'Start it' }
const aBug = async (reporter?: Person) =>
  (await (reporter ?? (await customer())).call(reportBug, { body: texts })).body.result
const comment = (bugId: string, message = 'Hello') => staff.call(addComment, { params: { bugId }, body: { message } })
const level = async (person: Person, bugId: string, chosen: NotificationLevel | null) =>
  (await person.call(setBugLevel, { params: { bugId }, body: { level: chosen } })).body
const follow = (person: Person, bugId: string, following: boolean) =>
  person.call(followBug, { params: { bugId }, body: { following } })
const levelNow = async (person: Person, bugId: string) =>
  (await person.call(viewBugLevel, { params: { bugId } })).body.result
const isFollowing = async (person: Person, bugId: string) =>
  (await person.call(viewBug, { params: { bugId } })).body.result.isFollowing
async function news(person: Person) {
  await app.notified()
  return (await person.call(listNotifications, { query: {} })).body.result.map(({ bug, count }) => [bug._id, count])
}
const watch = (person: Person, productId: string, chosen: NotificationLevel | null) =>
  person.call(setProductLevel, { params: { productId }, body: { level: chosen } })

/** What somebody may have chosen before, by which acts, and what the reply says of it. */
const formerly = [
  {
    name: 'they had reported it',
    before: async (person: Person) => aBug(person),
    former: { level: null, following: true },
  },
  {
    name: 'they had reported it, and chose mentions for everything since',
    before: async (person: Person) => {
      const bug = await aBug(person)
      await person.call(setPreferences, { body: { newsLevel: 'mentions' } })
      return bug
    },
    former: { level: null, following: true },
  },
  {
    name: 'they had chosen status',
    before: async (person: Person) => {
      const bug = await aBug(person)
      await level(person, bug._id, 'status')
      return bug
    },
    former: { level: 'status', following: true },
  },
  {
    name: 'they had chosen mentions',
    before: async (person: Person) => {
      const bug = await aBug(person)
      await level(person, bug._id, 'mentions')
      return bug
    },
    former: { level: 'mentions', following: false },
  },
  {
    name: 'they had stopped following it',
    before: async (person: Person) => {
      const bug = await aBug(person)
      await follow(person, bug._id, false)
      return bug
    },
    former: { level: null, following: false },
  },
  {
    name: 'it was nothing to them',
    before: async () => aBug(),
    former: { level: null, following: null },
  },
  {
    name: 'they watch its product',
    before: async (person: Person) => {
      const bug = await aBug()
      await watch(person, bug.product._id, 'status')
      return bug
    },
    former: { level: null, following: null },
  },
  {
    name: 'they followed a bug that was merged into it',
    before: async (person: Person) => {
      const [bug, duplicate] = [await aBug(), await aBug(person)]
      await staff.call(mergeBug, { params: { bugId: duplicate._id }, body: { into: bug._id } })
      return bug
    },
    former: { level: null, following: null },
  },
] as const

describe.each(formerly)('what held before is put back where $name', ({ before, former }) => {
  it.each(['nothing', 'everything'] as const)('after %s', async (chosen) => {
    const person = await customer()
    const { _id: bugId } = await before(person)
    const held = { level: await levelNow(person, bugId), following: await isFollowing(person, bugId) }
    const changed = await level(person, bugId, chosen)
    expect(changed).toMatchObject({ result: { isFollowing: chosen === 'everything' }, former })
    expect(await levelNow(person, bugId)).toEqual({ level: chosen, chosenFor: 'bug' })
    const back = await person.call(setBugLevel, {
      params: { bugId },
      body: { ...changed.former, putsBack: true },
    })
    expect(back.body).toMatchObject({
      result: { isFollowing: held.following },
      former: { level: chosen, following: chosen === 'everything' },
    })
    expect({ level: await levelNow(person, bugId), following: await isFollowing(person, bugId) }).toEqual(held)
    // It is as before to the byte: choosing again says the same of it.
    expect((await level(person, bugId, chosen)).former).toEqual(former)
  })
})

it('what was chosen for a product or everything holds again, also as it changes later', async () => {
  const [person, bug] = [await customer(), await aBug()]
  await level(person, bug._id, 'nothing')
  expect((await level(person, bug._id, null)).result.isFollowing).toBe(false)
  expect(await levelNow(person, bug._id)).toEqual({ level: 'mentions', chosenFor: 'usual' })
  // What happened until now is decided.
  expect(await news(person)).toEqual([])
  await watch(person, bug.product._id, 'everything')
  expect(await levelNow(person, bug._id)).toEqual({ level: 'everything', chosenFor: 'product' })
  await comment(bug._id)
  expect(await news(person)).toEqual([[bug._id, 1]])
})

it('who follows a bug goes on following it without a level of its own, unless they say otherwise', async () => {
  const person = await customer()
  const { _id: bugId } = await aBug(person)
  await level(person, bugId, 'status')
  expect(await level(person, bugId, null)).toMatchObject({ result: { isFollowing: true, followerCount: 1 } })
  await comment(bugId)
  expect(await news(person)).toEqual([[bugId, 1]])
  for (const following of [false, null]) {
    const { body } = await person.call(setBugLevel, { params: { bugId }, body: { level: null, following } })
    expect(body).toMatchObject({ result: { isFollowing: false, followerCount: 1 } })
  }
  await comment(bugId)
  expect(await news(person)).toEqual([])
})

describe('what counted as seen because less is heard', () => {
  const counts = async (person: Person) => {
    const total = async (state: (typeof notificationStates)[number]) =>
      (await person.call(listAllNotifications, { query: { state } })).body.pagination.totalCount
    return [await total('unread'), await total('read'), await total('done')]
  }

  it.each([
    ['everything', 'mentions'],
    ['everything', 'nothing'],
    ['mentions', 'nothing'],
  ] as const)('is unread again with what is put back: %s after %s', async (first, less) => {
    const [person, bug] = [await app.person(['customer'], { fullName: 'Una Unread' }), await aBug()]
    await level(person, bug._id, first)
    await comment(bug._id, '@Una Unread')
    await comment(bug._id)
    const told = await news(person)
    expect(told).toEqual([[bug._id, first === 'everything' ? 2 : 1]])
    const { former } = await level(person, bug._id, less)
    expect(await news(person)).toEqual(less === 'mentions' ? [[bug._id, 1]] : [])
    await person.call(setBugLevel, { params: { bugId: bug._id }, body: { ...former, putsBack: true } })
    expect(await news(person)).toEqual(told)
    expect(await counts(person)).toEqual([1, 0, 0])
  })

  it('stays so with any other choice, and so does what its reader has seen', async () => {
    const [person, seen, other] = [await customer(), await aBug(), await aBug()]
    for (const { _id } of [seen, other]) {
      await level(person, _id, 'everything')
      await comment(_id)
    }
    expect(await news(person)).toHaveLength(2)
    await level(person, other._id, 'nothing')
    await level(person, other._id, 'everything')
    const [last] = (await person.call(listNotifications, { query: {} })).body.result
    await person.call(seeBug, { params: { bugId: seen._id }, body: { entryId: last?.last._id ?? '' } })
    const { former } = await level(person, seen._id, 'nothing')
    await person.call(setBugLevel, { params: { bugId: seen._id }, body: { ...former, putsBack: true } })
    expect(await counts(person)).toEqual([0, 1, 1])
  })
})

it('what a level contradicts, and what is no choice, is refused', async () => {
  const [person, bug] = [await customer(), await aBug()]
  const status = async (body: unknown) =>
    (await person.call(setBugLevel, { params: { bugId: bug._id }, body: body as { level: null } })).status
  for (const body of [
    { level: 'nothing', following: true },
    { level: 'status', following: false },
    { following: true },
    { level: null, following: 'yes' },
    { level: null, putsBack: 'yes' },
  ])
    expect(await status(body), JSON.stringify(body)).toBe(400)
  expect(await levelNow(person, bug._id)).toEqual({ level: 'mentions', chosenFor: 'usual' })
})
