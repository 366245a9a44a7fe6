import { openTestApp, type Caller, type TestApp } from '#testing/test-app.ts'
import { reportBug, viewBug } from '#shared/bugs/contract.ts'
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
      close: false,
      classify: false,
      assign: false,
      merge: false,
      join: false,
    })
    expect(await abilities(await app.person(['customer']))).toMatchObject({ edit: 'none', editMy: false })
    expect(await abilities(await app.person(['staff']))).toEqual({
      comment: true,
      edit: 'any',
      editMy: false,
      editAny: true,
      close: true,
      classify: true,
      assign: true,
      merge: true,
      join: true,
    })
  })
})
