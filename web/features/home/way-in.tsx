import { takesSignUps } from '#shared/site/contract.ts'
import { paths } from '#web/lib/paths.ts'
import { useSite } from '#web/lib/session/site.ts'
import { ButtonLink } from '#web/ui/controls/button.tsx'

/** Shows the links to log in and, while everybody may, to register. */
export function WayIn() {
  const site = useSite()
  return (
    <div className="home-actions">
      <ButtonLink to={paths.login} size="md">
        Login
      </ButtonLink>
      {takesSignUps(site) && (
        <ButtonLink to={paths.register} size="md" variant="default">
          Create an account
        </ButtonLink>
      )}
    </div>
  )
}
