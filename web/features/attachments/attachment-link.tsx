import { IconFile, IconFileOff, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fileQuery, useFileSource } from './file-source.ts'
import { fileSize } from './file-size.ts'
import './attachment-link.css'

/** Shows a file in a text: its name, its size, and the link. Images open, everything else is saved. */
export function AttachmentLink({ id, name = '' }: { id: string; /** What the text calls it. */ name?: string }) {
  const source = useFileSource()
  const { data } = useQuery(fileQuery(source, id))
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
      href={source.address(id)}
      {...(isImage ? { target: '_blank', rel: 'noopener' } : { download: data?.name ?? true })}
    >
      <Icon size={16} aria-hidden />
      <span className="attachment-name">{name || data?.name || 'File'}</span>
      {data && <span className="attachment-size">{fileSize(data.bytes)}</span>}
    </a>
  )
}
