import { readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import { lchown, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EmbeddedStartError, errorCode } from './embedded-start-error.ts'

/** The account that owns the database files and runs the server. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly name: string
  /** Whether this process is root and must start its children as this account: PostgreSQL refuses to run as root. */
  readonly dropped: boolean
}

const NOBODY = 65_534

function passwdEntry(matches: (fields: string[]) => boolean): { name: string; uid: number; gid: number } | undefined {
  let lines: string[]
  try {
    lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return undefined
  }
  const fields = lines.map((line) => line.split(':')).find((entry) => entry.length >= 4 && matches(entry))
  return fields && { name: fields[0] ?? '', uid: Number(fields[2]), gid: Number(fields[3]) }
}

function accountName(uid: number): string {
  return passwdEntry((fields) => Number(fields[2]) === uid)?.name ?? `uid ${uid}`
}

function ownerOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Chooses the account that runs the server. A normal user runs it itself. Root uses the owner of existing database
 * files, so that starting once as root doesn't lock their owner out, and `nobody` when there are none.
 * @throws EmbeddedStartError when a normal user meets database files of another account
 */
export function serverAccount(cluster: string): Account {
  const uid = process.getuid?.() ?? 0
  const owner = ownerOf(cluster)
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new EmbeddedStartError(
        `The database files in ${cluster} belong to another account (${accountName(owner.uid)}); ` +
          `start Mothlight as root, or give the data folder to this account as root: ` +
          `chown -R ${uid} ${JSON.stringify(dirname(cluster))}.`,
      )
    }
    return { uid, gid: process.getgid?.() ?? uid, name: accountName(uid), dropped: false }
  }
  const named =
    owner && owner.uid !== 0
      ? (passwdEntry((fields) => Number(fields[2]) === owner.uid) ?? {
          name: `uid ${owner.uid}`,
          uid: owner.uid,
          gid: owner.gid,
        })
      : (passwdEntry((fields) => fields[0] === 'nobody') ??
        passwdEntry((fields) => Number(fields[2]) === NOBODY) ?? { name: 'nobody', uid: NOBODY, gid: NOBODY })
  return { ...named, gid: named.gid === 0 ? NOBODY : named.gid, dropped: true }
}

/** Returns whether the account can open files in the folder, which needs access to every folder above it. */
export function canEnter(folder: string, account: Account): boolean {
  for (let path = realpathSync(folder); ; path = dirname(path)) {
    const { uid, gid, mode } = statSync(path)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

/** Gives a whole tree to the account, which only root can do. Links are changed themselves, never their targets. */
export async function giveTree(path: string, account: Account): Promise<void> {
  await lchown(path, account.uid, account.gid)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) await giveTree(child, account)
    else await lchown(child, account.uid, account.gid)
  }
}
