import { version } from '#server/config/version.ts'
import { createHash } from 'node:crypto'
import { type ArchiveEntry, readArchive, wholeOf } from './archive-reader.ts'
import { BackupError, stopped } from './backup-error.ts'
import {
  type BackupHead,
  hashOf,
  headName,
  type Manifest,
  manifestName,
  maxManifestBytes,
  parseHead,
  parseManifest,
  refuseNewer,
  sealName,
} from './manifest.ts'

/** What a file holds, by what was read and not by what it says. */
interface Seen {
  head: BackupHead | undefined
  manifest: Manifest | undefined
  isSealed: boolean
  readonly parts: Map<string, { bytes: number; sha256: string }>
  readonly wrong: Set<string>
  files: number
  fileBytes: number
}

/**
 * Reads a backup from its first byte to its last, and looks whether all of it is there and is what it was.
 * @param known the migrations of this program, in order
 * @returns its manifest
 * @throws BackupError with a sentence for what is wrong
 */
export async function checkBackup(
  path: string,
  known: readonly string[],
  signal: AbortSignal,
  onRead: (bytes: number) => void = () => {},
): Promise<Manifest> {
  const seen: Seen = {
    head: undefined,
    manifest: undefined,
    isSealed: false,
    parts: new Map(),
    wrong: new Set(),
    files: 0,
    fileBytes: 0,
  }
  for await (const entry of readArchive(path, onRead)) {
    if (signal.aborted) throw stopped()
    await look(entry, seen, known)
  }
  if (!seen.manifest || !seen.isSealed) throw damaged('its end is missing')
  compare(seen.manifest, seen)
  return seen.manifest
}

async function look(entry: ArchiveEntry, seen: Seen, known: readonly string[]): Promise<void> {
  const { name } = entry
  if (!seen.head) {
    if (name !== headName) throw new BackupError('The file is no backup of Mothlight.')
    seen.head = parseHead(await wholeOf(entry, maxManifestBytes))
    refuseNewer(seen.head, version, known)
  } else if (name === manifestName) {
    const content = await wholeOf(entry, maxManifestBytes)
    seen.manifest = parseManifest(content)
    refuseNewer(seen.manifest, version, known)
    seen.parts.set(manifestName, { bytes: content.length, sha256: hashOf(content) })
  } else if (name === sealName) {
    const sealed = (await wholeOf(entry, 64)).toString('utf8')
    if (sealed !== seen.parts.get(manifestName)?.sha256) throw damaged('its manifest is not what was written')
    seen.parts.delete(manifestName)
    seen.isSealed = true
  } else if (name.startsWith('attachments/')) {
    const sha256 = await hashOfEntry(entry)
    seen.files += 1
    seen.fileBytes += entry.bytes
    if (name !== `attachments/${sha256}`) seen.wrong.add(name.slice('attachments/'.length))
  } else if (name.startsWith('tables/')) {
    seen.parts.set(name, { bytes: entry.bytes, sha256: await hashOfEntry(entry) })
  } else {
    throw damaged(`it holds ${name}, which no backup does`)
  }
}

function compare({ parts, attachments }: Manifest, seen: Seen): void {
  for (const { name, bytes, sha256 } of parts) {
    const found = seen.parts.get(name)
    if (!found) throw damaged(`${name} is missing`)
    if (found.bytes !== bytes || found.sha256 !== sha256) throw damaged(`${name} is not what was written`)
  }
  if (seen.parts.size !== parts.length) throw damaged('it holds parts that its manifest does not name')
  if (seen.files !== attachments.files || seen.fileBytes !== attachments.bytes)
    throw damaged('attached files are missing')
  const changed = [...seen.wrong].find((sha256) => !attachments.damaged.includes(sha256))
  if (changed !== undefined) throw damaged(`the attached file ${changed} is not what was written`)
}

async function hashOfEntry({ content }: ArchiveEntry): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

const damaged = (what: string) => new BackupError(`The file is damaged: ${what}. Nothing was changed.`)
