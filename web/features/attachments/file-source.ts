import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type Attachment, uploadAttachment, viewAttachment } from '#shared/attachments/contract.ts'
import { addressOf } from '#web/lib/call.ts'
import { findAttachment } from './find-attachment.ts'

/** What is shown of a file. */
export type ShownFile = Pick<Attachment, '_id' | 'name' | 'mediaType' | 'bytes' | 'width' | 'height'>

/** Where the files of the texts around come from, and where new ones go. */
export interface FileSource {
  /** Returns the address of a file, or of an image's thumbnail. */
  readonly address: (attachmentId: string, size?: 'thumbnail') => string
  readonly uploadAddress: (name: string) => string
  /** Under which what is known of files is kept. */
  readonly queryKey: QueryKey
  /** Reads what is known of one; undefined for one that was deleted or may not be seen. */
  readonly find: (attachmentId: string) => Promise<ShownFile | undefined>
}

/** Those of everybody who is logged in. */
const usual: FileSource = {
  address: (attachmentId, size) => addressOf(viewAttachment.path, { attachmentId }, { size }),
  uploadAddress: (name) => addressOf(uploadAttachment.path, {}, { name }),
  queryKey: ['attachments'],
  find: findAttachment,
}

/** For texts that are read without a login. */
export const FileSourceContext = createContext<FileSource>(usual)

export const useFileSource = () => useContext(FileSourceContext)

/** Reads one file, which never changes; null for one that is not there. */
export function fileQuery({ queryKey, find }: Pick<FileSource, 'queryKey' | 'find'>, id: string) {
  return queryOptions({
    queryKey: [...queryKey, id],
    queryFn: async (): Promise<ShownFile | null> => (await find(id)) ?? null,
    staleTime: ({ state }) => (state.data ? Infinity : 10_000),
  })
}

/** The same of who is logged in. */
export const attachmentQuery = (id: string) => fileQuery(usual, id)
