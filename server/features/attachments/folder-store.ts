import { ConfigError } from '#server/config/config.ts'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ContentStore, keyOf, pathOf } from './content-store.ts'

/** Stores files below a folder. Other accounts on this machine can't read them. */
export function folderStore(folder: string): ContentStore {
  const owners = join(folder, 'owners')
  return {
    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
      } catch (error) {
        throw new ConfigError(
          `Files can’t be kept in ${folder} (${codeOf(error)}): set DATA_DIR to a folder that can be written.`,
        )
      }
    },

    async put(key, path) {
      const kept = join(folder, pathOf(key))
      await mkdir(dirname(kept), { recursive: true, mode: 0o700 })
      await sync(path)
      await rename(path, kept)
      await sync(dirname(kept))
    },

    async open(key) {
      try {
        const file = await open(join(folder, pathOf(key)))
        const { size } = await file.stat()
        return { bytes: size, content: file.createReadStream() }
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined
        throw error
      }
    },

    remove: (key) => rm(join(folder, pathOf(key)), { force: true }),

    async addOwner(installationId) {
      await mkdir(owners, { recursive: true, mode: 0o700 })
      await writeFile(join(owners, installationId), '', { mode: 0o600 })
      await sync(owners)
    },

    async owners() {
      try {
        return await readdir(owners)
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      }
    },

    async *list() {
      for (const first of await foldersIn(folder)) {
        for (const second of await foldersIn(join(folder, first))) {
          for (const name of await readdir(join(folder, first, second))) {
            const key = keyOf(`${first}/${second}/${name}`)
            const found = key && (await stat(join(folder, first, second, name)).catch(() => undefined))
            if (found) yield { key, keptOn: found.mtime }
          }
        }
      }
    },
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)).map(({ name }) => name)
}

/** Waits until a file, or the names in a folder, would survive a power failure. */
async function sync(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
