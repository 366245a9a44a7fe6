import { createHash } from 'node:crypto'
import { normalEmail } from '#server/features/users/public.ts'

/** Somebody whom an import names. */
export interface ImportedPerson {
  /** Tells people apart from one import to the next; holds no e-mail address. */
  readonly key: string
  /** Only to find an account by; never stored for anybody else. */
  readonly email: string | null
  readonly fullName: string
  readonly givenName: string
  readonly familyName: string
}

/** Stands for everybody whom the file does not name. */
export const unnamedPerson: ImportedPerson = {
  key: 'unnamed',
  email: null,
  fullName: 'Imported report',
  givenName: 'Imported',
  familyName: 'report',
}

/**
 * The person of a name, an e-mail address or both. An address inside the name (`Ada <ada@example.org>`, or alone, as
 * Bugzilla has it) counts as the e-mail, so that it isn't kept as a name.
 * @param account what the old tracker knows the person by, which tells people of one name apart
 * @returns null when there is neither
 */
export function personOf(
  name: string | null,
  email: string | null,
  account: string | null = null,
): ImportedPerson | null {
  const inName = addressIn(name ?? '')
  const address = email ?? inName.address
  const fullName = inName.name || (address?.split('@')[0] ?? '')
  if (!fullName) return null
  return {
    key: keyOf(fullName, address, account),
    email: address && normalEmail(address),
    fullName,
    ...partsOf(fullName),
  }
}

function keyOf(fullName: string, address: string | null, account: string | null): string {
  if (address) return `email:${hashed(normalEmail(address))}`
  return account ? `account:${hashed(account)}` : `name:${sameName(fullName)}`
}

const hashed = (text: string) => createHash('sha256').update(text).digest('hex')

function addressIn(name: string): { name: string; address: string | null } {
  const [, before, inBrackets, alone] = /^(.*?)<\s*([^<>\s]+@[^<>\s]+)\s*>$|^([^\s@<>]+@[^\s@<>]+)$/s.exec(name) ?? []
  if (inBrackets) return { name: addressIn((before ?? '').trim()).name, address: inBrackets }
  return alone ? { name: '', address: alone } : { name, address: null }
}

const sameName = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Given and family name; a name of one word serves as both, since an account must have both. */
function partsOf(fullName: string): { givenName: string; familyName: string } {
  const at = fullName.lastIndexOf(' ')
  if (at < 0) return { givenName: fullName, familyName: fullName }
  return { givenName: fullName.slice(0, at).trim(), familyName: fullName.slice(at + 1) }
}
