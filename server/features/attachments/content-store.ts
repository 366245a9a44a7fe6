import type { Readable } from 'node:stream'

/** The key of stored content: the SHA-256 of a file's content, or that of its thumbnail. */
export type ContentKey = string & { readonly contentKey: unique symbol }

const thumbnailEnd = '.thumbnail.webp'

/** Stores files. Equal content is stored once, however many attachments have it. */
export interface ContentStore {
  /** Checks whether the settings lead to a store. @throws ConfigError, with a sentence for the operator */
  check(): Promise<void>
  /**
   * Stores the content of the file at `path`, and removes that file. Existing content stays. Durable when it resolves.
   */
  put(key: ContentKey, path: string): Promise<void>
  /** Opens content; undefined when there is none. */
  open(key: ContentKey): Promise<OpenContent | undefined>
  /** Removes content. Missing content is not an error. */
  remove(key: ContentKey): Promise<void>
  /** Records that the files of an installation are stored here. Doing it again changes nothing. */
  addOwner(installationId: string): Promise<void>
  /** Returns the installations whose files are stored here. */
  owners(): Promise<readonly string[]>
  /** Lists everything that is stored, in no order. */
  list(): AsyncIterable<{ readonly key: ContentKey; readonly keptOn: Date }>
}

export interface OpenContent {
  readonly bytes: number
  readonly content: Readable
}

export function contentKey(sha256: string): ContentKey {
  return sha256 as ContentKey
}

export function thumbnailKey(sha256: string): ContentKey {
  return `${sha256}${thumbnailEnd}` as ContentKey
}

/** Returns the SHA-256 that content or a thumbnail belongs to. */
export function sha256Of(key: ContentKey): string {
  return key.slice(0, 64)
}

/** Returns the path of a key. Its folders stay small enough for people and programs that open one. */
export function pathOf(key: ContentKey): string {
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`
}

/** Returns the key of a path that `pathOf` made; undefined for anything else. */
export function keyOf(path: string): ContentKey | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isKey = /^[0-9a-f]{64}(\.thumbnail\.webp)?$/.test(name) && pathOf(name as ContentKey) === path
  return isKey ? (name as ContentKey) : undefined
}
