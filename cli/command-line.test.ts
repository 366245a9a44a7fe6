import { runCommand, runCommandProcess } from '#testing/run-command.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { describe, expect, it } from 'vitest'

const nowhere = { DATABASE_URL: 'postgresql://localhost:1/nothing' }

describe('the command line', () => {
  it.each([['--help'], ['-h'], ['help']])('lists its commands for %s', async (arg) => {
    const { code, stdout, stderr } = await runCommandProcess([arg], nowhere)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const command of ['import FILE', 'user add --email', 'migrate']) expect(stdout).toContain(`\n  ${command}`)
  })

  it('says how it is used, and ends with 2, when it is called with nothing', async () => {
    const { code, stdout, stderr } = await runCommandProcess([], nowhere)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Usage: npm run -s mothlight -- <command>')
  })

  it.each([['imports'], ['user'], ['constructor'], ['user remove']])('does not know %s', async (words) => {
    const { code, stdout, stderr } = await runCommand(words.split(' '), nowhere)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(`There is no command '${words.split(' ')[0]}'; npm run -s mothlight -- --help lists them.\n`)
  })

  it('explains each command that it lists', async () => {
    const { stdout: list } = await runCommand(['--help'], nowhere)
    const names = [...list.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)/gm)].map(([, name = '']) => name)
    expect(names).toEqual(['import', 'user add', 'migrate', 'verify', 'doctor', 'backup', 'restore', 'export'])
    for (const name of names) {
      const { code, stdout, stderr } = await runCommand([...name.split(' '), '--help'], nowhere)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain(`Usage: npm run -s mothlight -- ${name}`)
    }
  })

  it.each(['--help', '-h', 'help'])(
    'explains the commands that begin with a word, for the word and %s',
    async (help) => {
      const { code, stdout, stderr } = await runCommand(['user', help], nowhere)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toBe((await runCommand(['user', 'add', '--help'], nowhere)).stdout)
    },
  )

  it('names a setting that is wrong', async () => {
    expect(await runCommandProcess(['migrate'], { DATABASE_URL: 'mysql://localhost' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'DATABASE_URL must start with postgres:// or postgresql://.\n',
    })
  })

  it('migrates, and says so when there is nothing to do', async () => {
    const test = await openTestDatabase()
    try {
      await test.database.pool.query('drop schema public cascade; create schema public')
      expect(await runCommand(['migrate'], { DATABASE_URL: test.url })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('migrated 0001-foundation\n'),
      })
      expect(await runCommand(['migrate'], { DATABASE_URL: test.url })).toEqual({
        code: 0,
        stdout: 'The database is up to date.\n',
        stderr: '',
      })
    } finally {
      await test.drop()
    }
  })
})
