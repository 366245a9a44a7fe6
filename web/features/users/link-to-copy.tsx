import { useEffect, useRef } from 'react'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import './link-to-copy.css'

/**
 * Shows a link once, to be handed over by hand; the field takes the focus with all of its text selected, and so it does when the
 * same link is asked for again.
 */
export function LinkToCopy({ made, label }: { made: { link: string; expiresOn: string }; label: string }) {
  const { link, expiresOn } = made
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [made])
  // An installation without PUBLIC_URL knows only the path.
  const whole = new URL(link, globalThis.location.origin).href
  return (
    <div className="link-to-copy">
      <TextField
        ref={field}
        label={label}
        description={
          <>
            It works once and ends <TimeAgo value={expiresOn} />. Whoever has it can use it: hand it over where nobody
            else reads it.
          </>
        }
        descriptionBelow
        value={whole}
        readOnly
        end={<CopyButton text={whole} label="Copy the link" />}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  )
}
