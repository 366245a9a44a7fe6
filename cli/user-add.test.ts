import { isPassword } from '#server/features/users/public.ts'
import { runCommand, runCommandProcess } from '#testing/run-command.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let test: TestDatabase
beforeAll(async () => {
  test = await openTestDatabase()
})
afterAll(() => test.drop())

const person = { email: 'Ada@Example.org', 'full-name': 'Ada Lovelace', 'given-name': 'Ada', 'family-name': 'Lovelace' }

function run(
  given: Record<string, string | undefined>,
  password = 'analytical engine\n',
  more: readonly string[] = ['--password-stdin'],
  how = runCommand,
) {
  const options = Object.entries({ ...person, ...given }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
  return how(['user', 'add', ...options, ...more], { DATABASE_URL: test.url }, password)
}

describe('mothlight user add', () => {
  it('creates an account with its roles and prints its id', async () => {
    const options = ['--role', 'admin', '--role', 'staff', '--password-stdin']
    const { code, stdout, stderr } = await run({}, 'analytical engine\nnot this', options, runCommandProcess)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { rows } = await test.database.pool.query(
      `select u.*, (select array_agg(role order by role) from user_roles where user_id = u.id) as roles from users u`,
    )
    expect(rows).toMatchObject([
      { id: stdout.trim(), email: 'ada@example.org', full_name: 'Ada Lovelace', roles: ['admin', 'staff'] },
    ])
    expect(await isPassword('analytical engine', rows[0].password_hash as string)).toBe(true)
    const events = await test.database.pool.query('select type, payload from events where subject_id = $1', [
      stdout.trim(),
    ])
    expect(events.rows).toMatchObject([
      { type: 'user-registered', payload: { how: 'command', roles: ['admin', 'staff'] } },
    ])
  })

  it('makes a customer when no role is given', async () => {
    const { stdout } = await run({ email: 'customer@example.org' })
    const { rows } = await test.database.pool.query('select role from user_roles where user_id = $1', [stdout.trim()])
    expect(rows).toEqual([{ role: 'customer' }])
  })

  it('ends with 1 when the address is taken, whatever its case', async () => {
    await run({ email: 'twice@example.org' })
    expect(await run({ email: 'Twice@Example.Org' })).toEqual({
      code: 1,
      stdout: '',
      stderr: '--email: another account has the address Twice@Example.Org.\n',
    })
  })

  it('ends with 1 when there is no such role, and creates nothing', async () => {
    expect(await run({ email: 'wizard@example.org' }, undefined, ['--role', 'wizard', '--password-stdin'])).toEqual({
      code: 1,
      stdout: '',
      stderr: "--role: there is no role 'wizard'; the roles are admin, customer, staff, support.\n",
    })
    const { rows } = await test.database.pool.query(`select from users where email = 'wizard@example.org'`)
    expect(rows).toEqual([])
  })

  it.each([
    [{ email: undefined }, '--email is needed.'],
    [{ 'full-name': undefined }, '--full-name is needed.'],
    [{ email: 'nobody' }, '--email must be an e-mail address.'],
    [{ 'family-name': ' ' }, '--family-name must not be empty.'],
    [{ 'given-name': 'x'.repeat(201) }, '--given-name must be at most 200 characters.'],
    [{ colour: 'blue' }, "Unknown option '--colour'."],
  ])('ends with 2 and names the option for %j', async (given, sentence) => {
    const { code, stdout, stderr } = await run(given)
    expect({ code, stdout, sentence: stderr.split('\n')[0] }).toEqual({ code: 2, stdout: '', sentence })
  })

  it.each([
    ['short\n', ['--password-stdin'], 'The password must be at least 8 characters.'],
    ['', ['--password-stdin'], 'The password must be at least 8 characters.'],
    ['long enough\n', [], '--password-stdin is needed: the password is read from standard input.'],
    ['long enough\n', ['--password-stdin', 'extra'], "user add takes options only, and got 'extra'."],
  ])('ends with 2 for the password %j and %j', async (password, more, sentence) => {
    const { code, stderr } = await run({ email: 'password@example.org' }, password, more)
    expect({ code, sentence: stderr.split('\n')[0] }).toEqual({ code: 2, sentence })
  })
})
