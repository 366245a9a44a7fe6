import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import './reference.css'

/** Shows the id that finds a failure in the server's log, for people who ask for help. */
export function Reference({ id }: { id: string }) {
  return (
    <p className="reference">
      Reference: <span className="mono">{id}</span> <CopyButton text={id} label="Copy the reference" />
    </p>
  )
}
