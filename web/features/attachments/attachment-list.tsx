import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Attachment } from '#shared/attachments/contract.ts'
import { fileAddress, thumbnailAddress } from './addresses.ts'
import { AttachmentLink } from './attachment-link.tsx'
import { fileSize } from './file-size.ts'
import './attachment-list.css'

/** Number of images, and of files, that are shown at first. */
const shownFirst = 6

/** Shows everything that is attached to a bug: thumbnails of images, files by name. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const images = attachments.filter(({ width }) => width !== undefined)
  const files = attachments.filter(({ width }) => width === undefined)
  const shown = isWhole ? attachments.length : shownFirst
  const hidden = Math.max(0, images.length - shown) + Math.max(0, files.length - shown)
  return (
    <div className="attachment-list">
      {images.length > 0 && (
        <ul className="attachment-images">
          {images.slice(0, shown).map((image) => (
            <li key={image._id}>
              <SmallImage image={image} />
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className="attachment-files">
          {files.slice(0, shown).map(({ _id, name }) => (
            <li key={_id}>
              <AttachmentLink id={_id} name={name} />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setIsWhole(true)}>
          Show {hidden} more
        </Button>
      )}
    </div>
  )
}

function SmallImage({ image: { _id, name, bytes } }: { image: Attachment }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <AttachmentLink id={_id} name={name} />
  return (
    <a
      className="attachment-small"
      href={fileAddress(_id)}
      target="_blank"
      rel="noopener"
      title={`${name} (${fileSize(bytes)})`}
    >
      <img
        src={thumbnailAddress(_id)}
        alt={name}
        width={64}
        height={48}
        loading="lazy"
        decoding="async"
        onError={() => setIsBroken(true)}
      />
    </a>
  )
}
