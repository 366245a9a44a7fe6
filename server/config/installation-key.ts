import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError, minKeyLength } from './config.ts'

/** The name of the key's file in the data folder; no backup holds it. */
export const keyFileName = 'secret.key'

/**
 * The secret of this installation. What only its owner may know (the token of a link, for example) is derived from it and
 * from the id of a stored row, and so is never stored itself.
 */
export interface InstallationKey {
  /**
   * Returns an unguessable text of base64url, the same on each node and after each start.
   * @param purpose what it is for: another purpose gives another text for the same id
   */
  derive(purpose: string, id: string): string
  /** Returns whether a text is what `derive` returns, in a time that says nothing of how much of it is right. */
  isDerived(text: string, purpose: string, id: string): boolean
  /** Tells keys apart, and nothing of what they are. */
  readonly fingerprint: string
}

/** Takes the token of a link apart: the id of a row, and what is derived of it. @returns undefined for one that was cut off */
export function readToken(token: string): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = /^([0-9a-f]{24})\.([\w-]{43})$/.exec(token) ?? []
  return id !== undefined && secret !== undefined ? { id, secret } : undefined
}

/** Where the key comes from. */
interface KeySettings {
  readonly secretKey: string | undefined
  readonly dataDir: string
}

/**
 * Reads the key: SECRET_KEY, else the file in the data folder, which is made at the first start.
 * @throws ConfigError when the file can't be read or made
 */
export function openInstallationKey({ secretKey, dataDir }: KeySettings): InstallationKey {
  return keyOf(secretKey ?? explained(join(dataDir, keyFileName), (path) => readKey(path) ?? makeKey(path)))
}

/** Reads the key without making one. @returns undefined where there is none yet @throws as `openInstallationKey` */
export function knownInstallationKey({ secretKey, dataDir }: KeySettings): InstallationKey | undefined {
  const secret = secretKey ?? explained(join(dataDir, keyFileName), readKey)
  return secret === undefined ? undefined : keyOf(secret)
}

function keyOf(secret: string): InstallationKey {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mothlight installation key', 32))
  const derive: InstallationKey['derive'] = (purpose, id) =>
    // The purpose's length comes first, so that no two pairs are the same text.
    createHmac('sha256', key).update(`${purpose.length}:${purpose}:${id}`).digest('base64url')
  const isDerived: InstallationKey['isDerived'] = (text, purpose, id) => {
    const [given, right] = [Buffer.from(text), Buffer.from(derive(purpose, id))]
    return given.length === right.length && timingSafeEqual(given, right)
  }
  return { derive, isDerived, fingerprint: derive('fingerprint', '').slice(0, 16) }
}

function explained<T>(path: string, read: (path: string) => T): T {
  try {
    return read(path)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `The key of this installation, ${path}, can't be read or made (${code}); let this account do so, or set SECRET_KEY.`,
      { cause: error },
    )
  }
}

function readKey(path: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  // A file that was cut off must not become a key that can be guessed.
  if (text.length < minKeyLength) {
    throw new ConfigError(
      `${path} is damaged: put the key back, or delete the file, which makes links in mails that were sent invalid.`,
    )
  }
  return text
}

function makeKey(path: string): string {
  const own = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const text = `${randomBytes(32).toString('base64url')}\n`
  writeFileSync(own, text, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // Of processes that start at once, one makes the key, whole.
    linkSync(own, path)
  } catch (error) {
    if (!isMade(error)) makeWithoutLink(path, text, error as NodeJS.ErrnoException)
  } finally {
    rmSync(own, { force: true })
  }
  const made = readKey(path)
  if (made === undefined) throw new ConfigError(`${path} could not be made.`)
  return made
}

const isMade = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST'

/** For file systems without hard links, such as some network shares. @param refused why there is no link */
function makeWithoutLink(path: string, text: string, refused: NodeJS.ErrnoException): void {
  if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(refused.code ?? '')) throw refused
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!isMade(error)) throw error
  }
}
