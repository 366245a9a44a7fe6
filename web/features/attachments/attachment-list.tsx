import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { AttachmentLink } from './attachment-link.tsx'
import { type ShownFile, useFileSource } from './file-source.ts'
import { fileSize } from './file-size.ts'
import './attachment-list.css'

/** Number of images, and of files, that are shown at first. */
const shownFirst = 6

/** Shows everything that is attached to a bug: thumbnails of images, files by name. */
export function AttachmentList({ attachments }: { attachments: readonly ShownFile[] }) {
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
        <Button size="compact" variant="subtle" onClick={() => setIsWhole(true)}>
          Show {hidden} more
        </Button>
      )}
    </div>
  )
}

function SmallImage({ image: { _id, name, bytes } }: { image: ShownFile }) {
  const [isBroken, setIsBroken] = useState(false)
  const { address } = useFileSource()
  if (isBroken) return <AttachmentLink id={_id} name={name} />
  return (
    <a
      className="attachment-small"
      href={address(_id)}
      target="_blank"
      rel="noopener"
      title={`${name} (${fileSize(bytes)})`}
    >
      <img
        src={address(_id, 'thumbnail')}
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
