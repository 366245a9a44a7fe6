import './skeleton.css'
import './spinner.css'

/** Shows a first load whose shape is not known yet. Appears after 150 ms; never put it over content. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className="spinner loading" role="status">
      <span className="spinner-wheel" aria-hidden />
      <span className="muted">{label}</span>
    </div>
  )
}
