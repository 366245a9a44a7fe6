import './presence.css'

/** Shows a dot with its meaning in words beside it. */
export function Presence({ isThere, children }: { isThere: boolean; children: string }) {
  return (
    <span className="presence" data-there={isThere || undefined}>
      {children}
    </span>
  )
}
