import type { Readable } from 'node:stream'

/** What a store keeps is named by the SHA-256 of a file's content; its thumbnail stands beside it. */
export type ContentKey = string & { readonly contentKey: unique symbol }

const thumbnailEnd = '.thumbnail.webp'

/** Where files are kept. The same content is kept once, however many attachments it has. */
export interface ContentStore {
  /** Looks whether the settings lead to a store. @throws ConfigError, with a sentence for the operator */
  check(): Promise<void>
  /** Keeps what is in the file at `path`, which is gone then; what is there already stays. Durable when it resolves. */
  put(key: ContentKey, path: string): Promise<void>
  /** @returns undefined when there is no such content */
  open(key: ContentKey): Promise<OpenContent | undefined>
  /** What isn't there is no error. */
  remove(key: ContentKey): Promise<void>
  /** Notes that the files of an installation are kept here. Doing it again changes nothing. */
  addOwner(installationId: string): Promise<void>
  /** The installations whose files are kept here. */
  owners(): Promise<readonly string[]>
  /** Everything that is kept, in no order. */
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

/** The SHA-256 that content or a thumbnail belongs to. */
export function sha256Of(key: ContentKey): string {
  return key.slice(0, 64)
}

/** Few enough in each folder for people and programs that look into one. */
export function pathOf(key: ContentKey): string {
  return `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`
}

/** The key of a path that `pathOf` made; undefined for anything else. */
export function keyOf(path: string): ContentKey | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isKey = /^[0-9a-f]{64}(\.thumbnail\.webp)?$/.test(name) && pathOf(name as ContentKey) === path
  return isKey ? (name as ContentKey) : undefined
}
