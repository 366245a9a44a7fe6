import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { assignBug, listBugs, reportBug, viewBug } from '#shared/bugs/contract.ts'
import { setUserActive } from '#shared/users/contract.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.end())

/** Reports a bug as a new customer, so that no cooldown is in the way. */
async function aBug() {
  const reporter = await app.person(['customer'])
  const body = { title: 'Lamp flickers', description: 'It flickers at dusk.', stepsToReproduce: '1. Switch it on' }
  return { reporter, bug: (await reporter.call(reportBug, { body })).body.result }
}

describe('viewing', () => {
  it('tells of an assignee who was deactivated, as the list does', async () => {
    const [{ bug }, admin] = [await aBug(), await app.person(['admin'])]
    const assignee = await app.person(['staff'], { fullName: 'Ada Gone' })
    await admin.call(assignBug, { params: { bugId: bug._id }, body: { userId: assignee.userId } })
    const shown = async () => {
      const viewed = (await admin.call(viewBug, { params: { bugId: bug._id } })).body.result
      const query = { keywords: `assignee:${assignee.userId} is:open` }
      const listed = (await admin.call(listBugs, { query })).body.result
      return [viewed, ...listed].map(({ assigned }) => assigned?.isActive)
    }
    expect(await shown()).toEqual([true, true])
    await admin.call(setUserActive, { params: { userId: assignee.userId }, body: { active: false } })
    expect(await shown()).toEqual([false, false])
  })

  it.each(['nonsense', 'ffffffffffffffffffffffff', 'FFFFFFFFFFFFFFFFFFFFFFFF', '%00', "' or 1=1", '..%2f..'])(
    'answers 404 for the id %j',
    async (bugId) => {
      const person = await app.person(['customer'])
      const answer = await person.send(
        'GET',
        `/api/bug/${bugId.startsWith('%') || bugId.startsWith('.') ? bugId : encodeURIComponent(bugId)}`,
      )
      expect(answer.status).toBe(404)
      expect(answer.refusal.error.code).toBe('not-found')
    },
  )

  it('tells what the viewer may do', async () => {
    const { reporter, bug } = await aBug()
    const abilities = async (viewer: Caller) =>
      (await viewer.call(viewBug, { params: { bugId: bug._id } })).body.result.abilities
    expect(await abilities(reporter)).toEqual({
      comment: true,
      edit: 'my',
      editMy: true,
      editAny: false,
      statuses: ['Open', 'Closed'],
      close: false,
      classify: false,
      assign: false,
      ask: false,
      merge: false,
      join: false,
    })
    expect(await abilities(await app.person(['customer']))).toMatchObject({ edit: 'none', editMy: false })
    expect(await abilities(await app.person(['staff']))).toEqual({
      comment: true,
      edit: 'any',
      editMy: false,
      editAny: true,
      statuses: ['Open', 'In Progress', 'Closed', 'Resolved'],
      close: true,
      classify: true,
      assign: true,
      ask: true,
      merge: true,
      join: true,
    })
  })
})
