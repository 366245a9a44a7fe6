import { describe, expect, it } from 'vitest'
import { personOf } from './imported-person.ts'

describe('personOf', () => {
  it('knows a name again whatever its case and spacing', () => {
    expect(personOf('Ada  LOVELACE', null)?.key).toBe(personOf('ada lovelace', null)?.key)
    expect(personOf('Ada Lovelace', null)?.key).not.toBe(personOf('Ada Byron', null)?.key)
  })

  it('knows an address again whatever the name says', () => {
    expect(personOf('Ada', 'Ada@Example.org ')?.key).toBe(personOf('A. Lovelace', 'ada@example.org')?.key)
    expect(personOf('Ada', 'ada@example.org')?.key).not.toBe(personOf('Ada', null)?.key)
  })

  it.each([
    ['ada@example.org', null, 'ada'],
    ['Ada Lovelace <ada@example.org>', null, 'Ada Lovelace'],
    ['<ada@example.org>', null, 'ada'],
    ['ada@example.org', 'ada@example.org', 'ada'],
    ['ada@example.org <ada@example.org>', null, 'ada'],
    [null, 'ada@example.org', 'ada'],
  ])('takes the address out of %j with e-mail %j', (name, email, fullName) => {
    const person = personOf(name, email)
    expect(person).toMatchObject({ fullName, email: 'ada@example.org' })
    expect(JSON.stringify({ ...person, email: null })).not.toContain('@')
  })

  it.each([
    ['Ada Lovelace', 'Ada', 'Lovelace'],
    ['Augusta Ada King', 'Augusta Ada', 'King'],
    ['ada', 'ada', 'ada'],
  ])('takes %j apart', (name, givenName, familyName) => {
    expect(personOf(name, null)).toMatchObject({ givenName, familyName })
  })

  it('is nobody without a name and an address', () => {
    expect(personOf(null, null)).toBeNull()
    expect(personOf('', '')).toBeNull()
  })
})
