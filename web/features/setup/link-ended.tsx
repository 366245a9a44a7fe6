import { IconLinkOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import './link-ended.css'

/** Says that the link was used, replaced by a newer one, or never valid, and what the operator can do. */
export function LinkEnded() {
  return (
    <EmptyState icon={<IconLinkOff size={28} />} title="This set-up link can’t be used any more">
      <div className="link-ended">
        <p>Each start without an administrator prints a new link, and only the newest one works, once.</p>
        <ul className="link-ended-ways">
          <li>
            An administrator exists? <Link to={paths.login}>Log in</Link>.
          </li>
          <li>None yet? Restart the server and open the link that it prints.</li>
          <li>
            Or, on the server: <code className="mono link-ended-command">npm run -s mothlight -- user add</code>
          </li>
        </ul>
      </div>
    </EmptyState>
  )
}
