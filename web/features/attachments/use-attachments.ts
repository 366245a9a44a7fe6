import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { messages } from '#web/lib/messages.ts'
import { useSite } from '#web/lib/session/site.ts'
import { useHoldForm } from '#web/ui/forms/form.tsx'
import { attachmentMarkdown } from '#shared/attachments/attachment-markdown.ts'
import { fileQuery, useFileSource } from './file-source.ts'
import { sendFile } from './send-file.ts'
import { type Upload, Uploads } from './uploads.ts'

export interface FieldAttachments {
  /** Sends files. Resolves with the Markdown that refers to those that arrived; undefined when none did. */
  readonly onFiles: (files: readonly File[]) => Promise<string | undefined>
  readonly uploads: readonly Upload[]
  /** The name of the last file that arrived, for screen readers. */
  readonly arrived: string
  readonly maxBytes: number
  readonly drop: (key: number) => void
  readonly retry: (key: number) => void
  /** Removes the messages of refused files; those that another try may help stay. */
  readonly dropRefused: () => void
}

/** Manages the files of one field. While some are being sent, the form around it waits for them. */
export function useAttachments(): FieldAttachments {
  const client = useQueryClient()
  const { maxAttachmentBytes: maxBytes } = useSite()
  const source = useFileSource()
  const [store] = useState(() => new Uploads((file, sending) => sendFile(file, sending, source)))
  const uploads = useSyncExternalStore(store.subscribe, store.visible)
  const [arrived, setArrived] = useState('')
  useEffect(() => store.dropAll, [store])
  useHoldForm(uploads.some(({ failure }) => !failure) ? messages.attachments.onTheirWay : undefined)

  async function take(file: File): Promise<string | undefined> {
    const attachment = await store.add(file, maxBytes)
    if (!attachment) return undefined
    client.setQueryData(fileQuery(source, attachment._id).queryKey, attachment)
    setArrived(attachment.name)
    return attachmentMarkdown(attachment)
  }

  return {
    onFiles: async (files) => {
      const references = await Promise.all(files.map(take))
      return references.filter((reference) => reference !== undefined).join('\n') || undefined
    },
    uploads,
    arrived,
    maxBytes,
    drop: store.drop,
    retry: store.retry,
    dropRefused: store.dropRefused,
  }
}
