import { messages } from '#web/lib/messages.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Row {
  readonly id: string
  /** The heading above it. */
  readonly section: string
  readonly says: string
  readonly test: string
}

/** Returns the rows of the table in docs/specification-coverage.md. */
function rowsOf(markdown: string): Row[] {
  const rows: Row[] = []
  let section = ''
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).trim()
    // A bar within a cell is escaped with a backslash.
    const [id = '', says = '', test = ''] = line
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    if (/^\d/.test(id)) rows.push({ id, section, says, test })
  }
  return rows
}

/** Returns the tests that a cell names, each as `file › title`. */
function testsIn({ test }: Row): { file: string; title: string }[] {
  return [...test.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }))
}

/** Returns whether a source has a test of this title, as written there when it has parameters. */
function hasTest(source: string, title: string): boolean {
  const exact = title.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(String.raw`\(\s*(['"\`])${exact}\1,\s*(async\b|\()`).test(source)
}

const table = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8')
const rows = rowsOf(table)
const sources = new Map<string, string>()
function sourceOf(file: string): string {
  if (!sources.has(file)) sources.set(file, readFileSync(join(root, file), 'utf8'))
  return sources.get(file) ?? ''
}

/** The texts of the specification's error catalogue, its section 8. */
const errorCatalogue = [
  'Login Successful!',
  'Invalid Login Credentials!',
  'Invalid login credentials!',
  'Login Request Failed!',
  'Login request failed. Please check your email format!',
  'Register User Successful! LoggedIn!',
  'Duplicate Email Found!',
  'User with Email Exists Already?',
  'Already Logged In! Register User Failed!',
  'Register Account Failed',
  'Login Request Failed',
  'Logout Successful!',
  'Logout Failed: Not Logged In',
  'Must Be LoggedIn!',
  'Invalid Permission Level!',
  'Invalid Permissions To Assign User!',
  'Error Checking Permissions for Assign User!',
  'Error Checking Permissions for Edit Bugs!',
  'Invalid Permission',
  'Updated Bug Successfully',
  'Updated Bug Failed',
  'New Bug has been Reported!',
  'Reporting New Bug Failed',
  'New Comment Added!',
  'New Comment Add FAILED!',
  'Bug Close/Open FAILED!',
  'valid Bug Id! Bug Loaded!',
  'Invalid Bug Id Specified!',
  'No Bug Id Specified!',
  'No Users Found!',
  'Assigned User!',
  'Error Assigning User!',
  'Updated User Successfully',
  'Updated User Failed',
  'Updated Current Users Profile!',
  'Updating Current Users Profile FAILED!',
]

/** The other texts that the specification puts in quotes. */
const screenTexts = [
  'Already logged in! Please logout first.',
  'Must NOT be LoggedIn!',
  'Must be LoggedIn',
  'View Profile',
  'No Bugs Found!',
  'Unassigned',
  'UnAssigned',
  'Edit Your Bug',
  'Edit',
  'Toggle Closed',
  'Bug Closed!',
  'Bug Opened!',
  'Invalid Bug Id!',
  'Invalid Bug Id',
  'Assign User To Bug',
  'No Bug Id Specified! Cant Assign a User!',
  'Invalid Bug Id Specified! Cant Assign a User!',
  'Users Found',
  'No Found Users!',
  'Assign User',
  'Leave Empty to Not Change',
  'Submit Updates',
  'Your Profile',
  'Edit Profile',
  'Cancel Edit',
  'Change Password',
  'Cancel Password Change',
  'Email must be at least 1 character',
  'Password must be at least 8 characters',
  'Must be at least 8 Character',
  'Passwords Must Match',
  'Must be at least 1 Character',
  'Fields Must Not Be Empty',
  'Please wait before reporting another Bug!',
  'New Comment Input Must Not Be EMPTY!',
  'Demo account password is locked. Please create another account to test this feature.',
  'Admin',
  'User',
  'Hello User',
  'You',
  'Send',
  'Anonymous',
]

function textsIn(part: object): string[] {
  return Object.values(part).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? textsIn(value) : []
  })
}

describe('the table of what shows the specification', () => {
  it('has rows for each of its nine sections', () => {
    expect(new Set(rows.map(({ id }) => id.split('.')[0]))).toEqual(new Set('123456789'))
    expect(rows.length).toBeGreaterThan(300)
  })

  it('gives each row an id of its own, in order', () => {
    const ids = rows.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^[1-9]\.[1-9]\d*$/.test(id))).toEqual([])
    const value = ({ id }: Row) => Number(id.split('.')[0]) * 10_000 + Number(id.split('.')[1])
    expect(rows.map(value)).toEqual(rows.map(value).toSorted((a, b) => a - b))
    for (const { id, section } of rows) expect(section, id).toMatch(new RegExp(`^${id.split('.')[0]}\\. `))
  })

  it('names a test for each row', () => {
    expect(rows.filter((row) => testsIn(row).length === 0).map(({ id }) => id)).toEqual([])
  })

  it('names only tests that are there', () => {
    const missing = rows.flatMap((row) =>
      testsIn(row)
        .filter(({ file, title }) => !existsSync(join(root, file)) || !hasTest(sourceOf(file), title))
        .map(({ file, title }) => `${row.id}: ${file} › ${title}`),
    )
    expect(missing).toEqual([])
  })

  it('has nothing in its test cells but tests', () => {
    for (const row of rows) {
      const rest = row.test.replace(/`[^`]+`/g, '').replaceAll('<br>', '')
      expect(rest.trim(), row.id).toBe('')
      expect(testsIn(row), row.id).toHaveLength(row.test.split('<br>').length)
    }
  })
})

describe('the texts that the specification fixes', () => {
  const catalogue = new Set(textsIn(messages))
  const says = rows.map((row) => row.says).join('\n')

  it('every text of the error catalogue stands in the catalogue of messages, and in the table', () => {
    expect(errorCatalogue.filter((text) => !catalogue.has(text))).toEqual([])
    expect(errorCatalogue.filter((text) => !says.includes(`\`${text}\``))).toEqual([])
  })

  it('every text of the screens stands in the catalogue of messages, and in the table', () => {
    expect(screenTexts.filter((text) => !catalogue.has(text))).toEqual([])
    expect(screenTexts.filter((text) => !says.includes(`\`${text}\``))).toEqual([])
  })
})
