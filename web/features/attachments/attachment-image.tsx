import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { AttachmentLink } from './attachment-link.tsx'
import { fileQuery, useFileSource } from './file-source.ts'
import { fileSize } from './file-size.ts'
import { type Frame, frameOf, usualFrame } from './thumbnail-frame.ts'
import './attachment-image.css'

/**
 * Shows the thumbnail of an image in a text, as a link to the full image. Its place is reserved before it loads. A file
 * that can't be shown is a link to save it.
 */
export function AttachmentImage({ id, alt = '' }: { id: string; alt?: string }) {
  const source = useFileSource()
  const { data } = useQuery(fileQuery(source, id))
  // A reserved place keeps its size, so that the content below doesn't jump.
  const [kept] = useState<Frame>(() => (data?.width && data.height ? frameOf(data as Frame) : usualFrame))
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken || data === null || (data && data.width === undefined)) return <AttachmentLink id={id} name={alt} />

  const frame = { '--width': `${kept.width}px`, '--ratio': `${kept.width} / ${kept.height}` } as CSSProperties
  return (
    <a
      className="attachment-image"
      style={frame}
      href={source.address(id)}
      target="_blank"
      rel="noopener"
      title={data && `${data.name} (${fileSize(data.bytes)})`}
    >
      <img
        src={source.address(id, 'thumbnail')}
        alt={alt || data?.name || 'Image'}
        width={kept.width}
        height={kept.height}
        loading="lazy"
        decoding="async"
        onError={() => setIsBroken(true)}
      />
    </a>
  )
}
