import { Loader } from '@mantine/core'
import './skeleton.css'
import './spinner.css'

/** Shows a first load whose shape is not known yet. Appears after 150 ms; never put it over content. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="spinner loading" role="status">
      <Loader size={24} aria-hidden />
      <span className="muted">{label}</span>
    </div>
  )
}
