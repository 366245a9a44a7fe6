import { useRef } from 'react'
import { fileSize } from './file-size.ts'
import { UploadRow } from './upload-row.tsx'
import type { FieldAttachments } from './use-attachments.ts'
import './attachments-under-field.css'

/** Shows, under a field that takes files, the largest size and the progress of uploads. */
export function AttachmentsUnderField({
  attachments: { uploads, arrived, maxBytes, drop, retry },
  isReadOnly = false,
  isExplained,
}: {
  attachments: FieldAttachments
  isReadOnly?: boolean
  /** Whether it says how files come here. */
  isExplained: boolean
}) {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div ref={frame} className="field-attachments not-printed" role="group" aria-label="Attached files" tabIndex={-1}>
      {isExplained && !isReadOnly && (
        <p className="field-attachments-hint">Paste, drop or pick files up to {fileSize(maxBytes)}</p>
      )}
      {uploads.length > 0 && (
        <ul className="uploads" aria-label="Files on their way">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onDrop={() => {
                drop(upload.key)
                // The focused button is removed with its row.
                frame.current?.focus()
              }}
              onRetry={() => retry(upload.key)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {arrived && `${arrived} is attached`}
      </p>
    </div>
  )
}
