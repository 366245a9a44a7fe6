import { roleNames } from '#server/features/roles/public.ts'
import { guessableReason, hashPassword, insertUser } from '#server/features/users/public.ts'
import { newAccount } from '#shared/auth/contract.ts'
import { type Command, UsageError } from './command.ts'
import { firstLine } from './first-line.ts'
import { readOptions } from './read-options.ts'
import { withDatabase } from './with-database.ts'

const optionOfField: Readonly<Record<string, string>> = {
  email: '--email',
  fullName: '--full-name',
  givenName: '--given-name',
  familyName: '--family-name',
  password: 'The password',
}

export const userAdd: Command = {
  usage: 'user add --email E --full-name F --given-name G --family-name N [--role R]… --password-stdin',
  summary: 'Creates an account and prints its id.',
  details: [
    '--email E            e-mail address to sign in with',
    '--full-name F        name that others see',
    '--given-name G, --family-name N',
    '--role R             role of the account; may be repeated; customer when left out',
    '--password-stdin     read the password from the first line of standard input',
  ],
  run: async (args, terminal) => {
    const { stdin, say, tell } = terminal
    const { roles, ...given } = readUserOptions(args)
    refuseMissing(given)
    const input = stdin()
    if (input.isTTY) tell('Type the password; it can be read on the screen:')
    const { password, ...person } = checked({ ...given, password: await firstLine(input) })
    const passwordHash = await hashPassword(password)
    return withDatabase(terminal, async ({ db }, inTx) => {
      const known = await roleNames(db)
      const unknown = roles.find((role) => !known.includes(role))
      if (unknown !== undefined) {
        tell(`--role: there is no role '${unknown}'; the roles are ${known.join(', ')}.`)
        return 1
      }
      try {
        say(await inTx((tx) => insertUser(tx, { ...person, passwordHash, roles }, 'command')))
        return 0
      } catch (error) {
        if (!isEmailTaken(error)) throw error
        tell(`--email: another account has the address ${person.email.trim()}.`)
        return 1
      }
    })
  },
}

function readUserOptions(args: readonly string[]) {
  const text = { type: 'string' } as const
  const { values, positionals } = readOptions(args, {
    email: text,
    'full-name': text,
    'given-name': text,
    'family-name': text,
    role: { type: 'string', multiple: true },
    'password-stdin': { type: 'boolean' },
  })
  if (positionals.length > 0) throw new UsageError(`user add takes options only, and got '${positionals[0]}'.`)
  if (!values['password-stdin'])
    throw new UsageError('--password-stdin is needed: the password is read from standard input.')
  return {
    email: values.email,
    fullName: values['full-name'],
    givenName: values['given-name'],
    familyName: values['family-name'],
    roles: [...new Set(values.role ?? ['customer'])],
  }
}

function refuseMissing(given: Readonly<Record<string, string | undefined>>): void {
  const missing = Object.keys(given).find((field) => given[field] === undefined)
  if (missing) throw new UsageError(`${optionOfField[missing]} is needed.`)
}

/** Checks the account by the rules of registration. @throws UsageError naming the first wrong option */
function checked(given: Readonly<Record<string, string | undefined>>) {
  const account = newAccount.safeParse(given)
  if (!account.success) {
    const { path, message } = account.error.issues[0] ?? { path: [], message: 'is wrong' }
    throw new UsageError(`${optionOfField[String(path[0])] ?? 'The account'} ${message}.`)
  }
  const reason = guessableReason(account.data.password, account.data)
  if (reason !== undefined) throw new UsageError(`${optionOfField['password']} ${reason}`)
  return account.data
}

const isEmailTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'email-taken'
