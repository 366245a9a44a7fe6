import { useLocation, useRouter } from '@tanstack/react-router'
import { routePatterns } from '#shared/site/screens.ts'
import { messages } from '#web/lib/messages.ts'
import { ButtonAnchor } from '#web/ui/controls/button.tsx'

type Screen = keyof typeof routePatterns

/** What a screen is called in `Continue to …`. */
const names: Readonly<Partial<Record<Screen, string>>> = {
  userList: 'the users',
  editUser: 'the user',
  roles: 'the roles',
  profile: 'your profile',
  bugList: 'the bugs',
  viewBug: 'the bug',
  bugAsOf: 'the bug as it was',
  editMyBug: 'editing the bug',
  editAnyBug: 'editing the bug',
  classifyBug: 'classifying the bug',
  reportBug: 'your report',
  assignUser: 'assigning the bug',
  chat: 'the inbox',
}

/**
 * Leads whoever has just logged in back to the screen from which they came to the login, and takes the focus; nothing
 * for others.
 */
export function ContinueLink() {
  const router = useRouter()
  // The history never leaves this origin.
  const returnTo = useLocation({ select: ({ state }) => state.returnTo })
  if (returnTo === undefined) return null
  return (
    <div className="home-actions" style={{ marginBottom: 24 }}>
      <ButtonAnchor
        href={returnTo}
        size="md"
        data-takes-focus
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          router.history.push(returnTo)
        }}
      >
        {messages.login.continueTo(nameOf(returnTo))}
      </ButtonAnchor>
    </div>
  )
}

function nameOf(address: string): string {
  const path = address.split(/[?#]/)[0]?.replace(/(.)\/$/, '$1') ?? ''
  const screen = (Object.keys(routePatterns) as Screen[]).find((one) => {
    return new RegExp(`^${routePatterns[one].replaceAll(/\$\w+/g, '[^/]+')}$`).test(path)
  })
  return (screen && names[screen]) ?? 'where you were'
}
