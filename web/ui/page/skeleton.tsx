import type { CSSProperties, ReactNode } from 'react'
import './skeleton.css'

/** Shows one grey bar in the shape of the coming content. Sizes are CSS lengths. */
export function Skeleton({
  width = '100%',
  height = '1em',
  radius,
}: {
  width?: string
  height?: string
  radius?: string
}) {
  const shape: CSSProperties = { width, height, ...(radius && { borderRadius: radius }) }
  return <span className="skeleton" style={shape} aria-hidden />
}

/**
 * Shows skeletons while something loads: invisible for the first 150 ms, so that quick answers don't flicker, and
 * announced as `label`. `atOnce` when the waiting has begun before.
 */
export function Loading({ label, atOnce = false, children }: { label: string; atOnce?: boolean; children: ReactNode }) {
  return (
    <div className="loading" role="status" data-at-once={atOnce || undefined}>
      <span className="visually-hidden">{label}</span>
      <div aria-hidden>{children}</div>
    </div>
  )
}
