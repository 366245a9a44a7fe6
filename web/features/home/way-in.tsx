import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '#web/lib/paths.ts'

/** Shows the links to log in and to register. */
export function WayIn() {
  return (
    <div className="home-actions">
      <Button component={Link} to={paths.login} size="md">
        Login
      </Button>
      <Button component={Link} to={paths.register} size="md" variant="default">
        Create an account
      </Button>
    </div>
  )
}
