import { anActor } from '#testing/an-actor.ts'
import { createBug } from '#server/features/reporting/public.ts'
import { verifyHistory } from '#server/features/history/public.ts'
import { type TriageState, MergeModel } from '#testing/merge-model.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { classifyBug, viewBug } from '#shared/bugs/contract.ts'
import { addComment } from '#shared/comments/contract.ts'
import { followBug, joinBug, leaveBug } from '#shared/following/contract.ts'
import { listTimeline, undoChange } from '#shared/history/contract.ts'
import { mergeBug } from '#shared/merging/contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestApp['person']>>
const size = 5

let app: TestApp
let staff: Person
let people: Person[]
beforeAll(async () => {
  app = await openTestApp()
  staff = await app.person(['staff'])
  people = []
  for (let index = 0; index < size; index++) people.push(await app.person(['customer']))
})
afterAll(() => app?.end())

/** One bug of each person. */
async function someBugs(): Promise<string[]> {
  const texts = { title: 'It breaks', description: 'Always', stepsToReproduce: 'Start it' }
  const bugs: string[] = []
  for (const { userId } of people) {
    const actor = anActor({ userId })
    bugs.push((await app.inTx((tx) => createBug(tx, actor, texts, userId))).id)
  }
  return bugs
}

type Step =
  | { act: 'follow' | 'unfollow' | 'comment' | 'join' | 'leave'; bug: number; person: number }
  | { act: 'merge' | 'merge and close' | 'link'; bug: number; into: number }
  | { act: 'approve' | 'undo' | 'redo'; bug: number }

const index = fc.integer({ min: 0, max: size - 1 })
const byPerson: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('follow', 'unfollow', 'comment', 'join', 'leave'),
  bug: index,
  person: index,
})
const linking: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('merge', 'merge', 'merge and close', 'link'),
  bug: index,
  into: index,
})
const triaging: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('undo', 'undo', 'redo', 'approve'),
  bug: index,
})

/** Five bugs and five people, in the product and in the model beside it. */
class Both {
  readonly model = new MergeModel(size)
  readonly bugs: readonly string[]

  constructor(bugs: readonly string[]) {
    this.bugs = bugs
  }

  async run(step: Step): Promise<void> {
    if ('person' in step) await this.#byPerson(step.act, step.bug, step.person)
    else if ('into' in step) await this.#link(step.act, step.bug, step.into)
    else if (step.act === 'approve') {
      await this.#judge(step.bug, { classification: 'approved', original: undefined, isMerged: false }, () =>
        staff.call(classifyBug, { params: this.#params(step.bug), body: { classification: 'approved' } }),
      )
    } else if (step.act === 'undo') await this.undo(step.bug)
    else await this.#redo(step.bug)
  }

  /** Takes the last standing judgement of a bug back. @returns whether there was one that could be */
  async undo(bug: number): Promise<boolean> {
    const last = this.model.decisions[bug]?.findLast(({ undoneBy }) => undoneBy === undefined)
    if (!last || !(await this.#restore(bug, last.entryId, last.before))) return false
    last.undoneBy = await this.#lastEntry(bug)
    return true
  }

  async #redo(bug: number): Promise<void> {
    const first = this.model.decisions[bug]?.find(({ undoneBy }) => undoneBy !== undefined)
    const standing = this.model.decisions[bug]?.findLast(({ undoneBy }) => undoneBy === undefined)
    // Only where nothing came after it is the state before it the present one.
    if (first?.undoneBy === undefined || (standing && Number(standing.entryId) > Number(first.entryId))) return
    if (await this.#restore(bug, first.undoneBy, first.after)) first.undoneBy = undefined
  }

  async #restore(bug: number, entryId: string, to: TriageState): Promise<boolean> {
    const isCircle = to.original !== undefined && this.model.leadsTo(to.original, bug)
    const { status } = await staff.call(undoChange, { params: { bugId: this.bugs[bug] ?? '', entryId } })
    expect(status).toBe(isCircle ? 409 : 200)
    if (!isCircle) this.model.states[bug] = to
    return !isCircle
  }

  async #byPerson(act: 'follow' | 'unfollow' | 'comment' | 'join' | 'leave', bug: number, person: number) {
    const [caller, params] = [people[person] ?? staff, this.#params(bug)]
    if (act === 'comment') {
      await caller.call(addComment, { params, body: { message: 'Hello' } })
      this.model.takePart(bug, person)
    } else if (act === 'join') {
      await caller.call(joinBug, { params, body: {} })
      this.model.join(bug, person)
    } else if (act === 'leave') {
      await caller.call(leaveBug, { params })
      this.model.leave(bug, person)
    } else {
      const following = act === 'follow'
      await caller.call(followBug, { params, body: { following } })
      this.model.follow(bug, person, following)
    }
  }

  async #link(act: 'merge' | 'merge and close' | 'link', bug: number, into: number): Promise<void> {
    const original = this.bugs[into] ?? ''
    const state = this.model.state(bug)
    const isCircle = this.model.leadsTo(into, bug)
    const linked = { classification: 'duplicate', original: into } as const
    if (act === 'link') {
      const isMerged = state.isMerged && state.original === into
      await this.#judge(bug, isCircle ? undefined : { ...linked, isMerged }, () =>
        staff.call(classifyBug, {
          params: this.#params(bug),
          body: { classification: 'duplicate', duplicateOf: original },
        }),
      )
      return
    }
    const isRefused = isCircle || this.model.state(into).original !== undefined
    const close = act === 'merge and close'
    const merged = { ...linked, isMerged: true, isClosed: state.isClosed || close }
    await this.#judge(bug, isRefused ? undefined : merged, () =>
      staff.call(mergeBug, { params: this.#params(bug), body: { into: original, close } }),
    )
  }

  /** @param change what it changes; undefined when it has to be refused */
  async #judge(bug: number, change: Partial<TriageState> | undefined, call: () => Promise<{ status: number }>) {
    const { status } = await call()
    expect(status).toBe(change ? 200 : 400)
    const before = this.model.state(bug)
    const after = { ...before, ...change }
    if (JSON.stringify(before) === JSON.stringify(after)) return
    this.model.states[bug] = after
    this.model.decisions[bug]?.push({ entryId: await this.#lastEntry(bug), before, after, undoneBy: undefined })
  }

  /** Compares all that each person is told of each bug. */
  async compare(): Promise<void> {
    for (const [bug, bugId] of this.bugs.entries()) {
      const { classification, original, isMerged, isClosed } = this.model.state(bug)
      for (const [person, caller] of people.entries()) {
        const { body } = await caller.call(viewBug, { params: { bugId } })
        const { isFollowing, isJoined, followerCount, affectedCount, duplicateOf } = body.result
        const told = { isFollowing, isJoined, followerCount, affectedCount, original: duplicateOf?._id }
        expect(told).toEqual({
          isFollowing: this.model.isFollowing(bug, person),
          isJoined: bug !== person && this.model.isAffected(bug, person),
          followerCount: this.model.count(bug, 'isFollowing'),
          affectedCount: this.model.count(bug, 'isAffected'),
          original: original === undefined ? undefined : this.bugs[original],
        })
        expect(body.result).toMatchObject({ classification, isMerged, isClosed })
      }
    }
  }

  /** Everything that is stored of these bugs, but their versions and events. */
  async stored(): Promise<unknown> {
    const rows = async (table: string, column: string) => {
      const text = `select to_jsonb(t) - 'version' as row from ${table} t where ${column} = any($1) order by t::text`
      return (await app.database.pool.query(text, [this.bugs])).rows
    }
    const counts =
      'select is_closed, classification, sum(n) as n from bug_counts group by 1, 2 having sum(n) <> 0 order by 1, 2'
    return {
      bugs: (await rows('bugs', 'id')).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
      search: await rows('bug_search', 'bug_id'),
      ranks: await rows('bug_ranks', 'bug_id'),
      comments: await rows('comments', 'bug_id'),
      followers: await rows('bug_followers', 'bug_id'),
      joins: await rows('bug_joins', 'bug_id'),
      seen: await rows('bug_seen', 'bug_id'),
      counts: (await app.database.pool.query(counts)).rows,
    }
  }

  #params(bug: number) {
    return { bugId: this.bugs[bug] ?? '' }
  }

  async #lastEntry(bug: number): Promise<string> {
    const { body } = await staff.call(listTimeline, { params: this.#params(bug), query: { limit: '1' } })
    return body.result[0]?._id ?? ''
  }
}

it('following, joining and merging do what the model does, whatever comes after what', async () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: byPerson },
    { weight: 4, arbitrary: linking },
    { weight: 3, arbitrary: triaging },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const both = new Both(await someBugs())
      for (const step of steps) await both.run(step)
      await both.compare()
    }),
    { numRuns: 40 },
  )
  expect((await verifyHistory(app.database.db)).deviations).toEqual([])
})

it('what is merged and taken back, in any order, is stored as it was', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(byPerson, { maxLength: 15 }),
      fc.array(fc.oneof({ weight: 3, arbitrary: linking }, { weight: 1, arbitrary: triaging }), {
        minLength: 3,
        maxLength: 15,
      }),
      fc.infiniteStream(index),
      async (before, steps, order) => {
        const both = new Both(await someBugs())
        for (const step of before) await both.run(step)
        const stored = await both.stored()
        for (const step of steps) await both.run(step)
        const isLeft = () => both.model.decisions.flat().some(({ undoneBy }) => undoneBy === undefined)
        for (const bug of order) {
          if (!isLeft()) break
          await both.undo(bug)
        }
        expect(await both.stored()).toEqual(stored)
      },
    ),
    { numRuns: 40 },
  )
})
