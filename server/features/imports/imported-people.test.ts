import { anImportLine as line, openTestImport, type TestImport } from '#testing/test-import.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let test: TestImport
beforeEach(async () => {
  test = await openTestImport()
})
afterEach(() => test.drop())

describe('people in an import', () => {
  it('are the account with the same e-mail address', async () => {
    const ada = await test.account('Ada@Example.org')
    await test.importLines([
      line('N-1', { reporter: { name: 'Somebody', email: 'ADA@example.org' }, assignee: 'Ada <ada@example.org>' }),
      line('N-2', { comments: [{ author: 'ada@example.org', created: '2024-03-02', message: 'Mine.' }] }),
    ])
    expect(await test.bug('N-1')).toMatchObject({ created_by: ada, assigned_to: ada })
    expect(await test.rows('select user_id from comments')).toEqual([{ user_id: ada }])
  })

  it('never become an account by their name', async () => {
    const ada = await test.account('ada@example.org')
    await test.importLines([line('N-1', { reporter: 'Ada Lovelace' })])
    expect((await test.bug('N-1'))?.['created_by']).not.toBe(ada)
  })

  it('are the same person in every file, by name or by address', async () => {
    await test.importLines([
      line('N-1', { reporter: 'Bob Stone' }),
      line('N-2', { reporter: { name: 'B.', email: 'bob@example.org' } }),
    ])
    await test.importLines([line('N-3', { reporter: 'bob  STONE' }), line('N-4', { reporter: 'Bob@example.org' })])
    expect((await test.bug('N-3'))?.['created_by']).toBe((await test.bug('N-1'))?.['created_by'])
    expect((await test.bug('N-4'))?.['created_by']).toBe((await test.bug('N-2'))?.['created_by'])
    expect(await test.rows('select count(*)::integer as n from users')).toEqual([{ n: 2 }])
  })

  it('have no e-mail, no password and no role, and their address is stored nowhere', async () => {
    await test.importLines([
      line('N-1', { reporter: { name: 'Bob', email: 'bob@hidden.example' }, assignee: 'cleo@hidden.example' }),
    ])
    expect(await test.rows('select email, password_hash from users')).toEqual(
      Array(2).fill({ email: null, password_hash: null }),
    )
    expect(await test.rows('select * from user_roles')).toEqual([])
    expect(JSON.stringify(await test.everything())).not.toContain('hidden.example')
  })
})
