import { Button } from '#web/ui/controls/button.tsx'
import './demo-hint.css'

/** Shows the credentials of the demo account. */
export function DemoHint({ email, password, onUse }: { email: string; password: string; onUse: () => void }) {
  return (
    <section className="demo-hint" aria-labelledby="demo-hint-title">
      <div>
        <h2 id="demo-hint-title" className="demo-hint-title">
          Just looking around?
        </h2>
        <p className="muted">Log in with the demo account.</p>
      </div>
      <dl className="demo-hint-facts">
        <dt>Email</dt>
        <dd className="mono">{email}</dd>
        <dt>Password</dt>
        <dd className="mono">{password}</dd>
      </dl>
      <Button size="xs" variant="default" onClick={onUse}>
        Use these
      </Button>
    </section>
  )
}
