import { IconAlertTriangle, IconFile, IconX } from '@tabler/icons-react'
import { Button } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { fileSize } from './file-size.ts'
import type { Upload } from './uploads.ts'

/** Shows the progress of an upload, or why it failed. */
export function UploadRow({ upload, onDrop, onRetry }: { upload: Upload; onDrop: () => void; onRetry: () => void }) {
  const { name, bytes, failure } = upload
  const Icon = failure ? IconAlertTriangle : IconFile
  return (
    <li className="upload" data-failed={failure ? true : undefined}>
      <Icon size={16} aria-hidden />
      <span className="upload-name" title={name}>
        {name}
      </span>
      <span className="upload-size">{fileSize(bytes)}</span>
      {failure?.canRetry && (
        <Button size="compact" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
      <IconButton size={24} aria-label={failure ? `Dismiss ${name}` : `Cancel ${name}`} onClick={onDrop}>
        <IconX size={16} aria-hidden />
      </IconButton>
      {failure ? (
        <p className="upload-failure" role="alert">
          {failure.text}
        </p>
      ) : (
        <Progress upload={upload} />
      )}
    </li>
  )
}

function Progress({ upload: { name, bytes, sent } }: { upload: Upload }) {
  const percent = Math.floor(((sent ?? 0) / bytes) * 100)
  return (
    <div
      className="upload-progress"
      role="progressbar"
      aria-label={`Sending ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={sent === undefined ? 'waiting' : percent === 100 ? 'being stored' : `${percent} %`}
      data-storing={percent === 100 || undefined}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  )
}
