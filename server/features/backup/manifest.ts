import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { BackupError } from './backup-error.ts'

/** Of the file's layout; another one means that this program can't read it. */
export const backupFormat = 1
export const headName = 'mothlight-backup.json'
export const manifestName = 'manifest.json'
export const sealName = 'manifest.sha256'

/** Largest part of a table, in bytes before packing; also what a restore holds in memory of one. */
export const partBytes = 8 * 1024 * 1024
/** A manifest that is larger is none: a million parts would need less. */
export const maxManifestBytes = 256 * 1024 * 1024

const count = z.int().check(z.gte(0))
const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]*$/))
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The first entry: by it a file of another version is refused without reading the rest. */
const headSchema = z.object({
  format: z.int(),
  /** Of the program that wrote it. */
  version: z.string(),
  createdOn: z.iso.datetime(),
  /** The migrations that had run, in order. */
  migrations: z.array(z.string()),
})
export type BackupHead = z.output<typeof headSchema>

/** The last entry but one. */
const manifestSchema = z.object({
  ...headSchema.shape,
  tables: z.array(z.object({ name, columns: z.array(name), rows: count })),
  sequences: z.array(z.object({ name, value: count, isCalled: z.boolean() })),
  /** Of the tables: rows in PostgreSQL's text format of COPY. */
  parts: z.array(z.object({ name: z.string(), bytes: count, sha256 })),
  attachments: z.object({
    files: count,
    bytes: count,
    /** Contents that rows name and that were not there. */
    missing: z.array(sha256),
    /** Contents that are not what their name says; a restore leaves them out. */
    damaged: z.array(sha256),
  }),
})
export type Manifest = z.output<typeof manifestSchema>

export function parseHead(content: Buffer): BackupHead {
  return parsed(headSchema, content)
}

export function parseManifest(content: Buffer): Manifest {
  return parsed(manifestSchema, content)
}

export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function parsed<T>(schema: z.ZodMiniType<T>, content: Buffer): T {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')))
  } catch (error) {
    throw new BackupError('The file is no backup of Mothlight, or of one that this version does not know.', {
      cause: error,
    })
  }
}

/**
 * Looks whether this program can read a backup.
 * @param known the migrations of this program, in order
 * @throws BackupError naming both versions when it is newer
 */
export function refuseNewer(head: BackupHead, version: string, known: readonly string[]): void {
  const unknown = head.migrations.find((name, index) => known[index] !== name)
  if (head.format <= backupFormat && unknown === undefined && head.migrations.length > 0) return
  throw new BackupError(
    `This backup was made by Mothlight ${head.version} with the schema ${head.migrations.at(-1) ?? '(none)'}, and this is Mothlight ` +
      `${version} with the schema ${known.at(-1) ?? '(none)'}: restore it with the version that made it, or a newer one.`,
  )
}
