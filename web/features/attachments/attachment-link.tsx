import { IconFile, IconFileOff, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fileAddress } from './addresses.ts'
import { attachmentQuery } from './attachment-queries.ts'
import { fileSize } from './file-size.ts'
import './attachment-link.css'

/** Shows a file in a text: its name, its size, and the link. Images open, everything else is saved. */
export function AttachmentLink({ id, name = '' }: { id: string; /** What the text calls it. */ name?: string }) {
  const { data } = useQuery(attachmentQuery(id))
  if (data === null) {
    return (
      <span className="attachment-link" data-gone>
        <IconFileOff size={16} aria-hidden />
        <span className="attachment-name">{name || 'File'}</span>
        <span className="attachment-size">is not here any more</span>
      </span>
    )
  }
  const isImage = data?.mediaType.startsWith('image/') === true
  const Icon = isImage ? IconPhoto : IconFile
  return (
    <a
      className="attachment-link"
      href={fileAddress(id)}
      {...(isImage ? { target: '_blank', rel: 'noopener' } : { download: data?.name ?? true })}
    >
      <Icon size={16} aria-hidden />
      <span className="attachment-name">{name || data?.name || 'File'}</span>
      {data && <span className="attachment-size">{fileSize(data.bytes)}</span>}
    </a>
  )
}
