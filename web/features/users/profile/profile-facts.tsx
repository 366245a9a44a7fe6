import type { ReactNode } from 'react'
import { Day } from '#web/ui/text/timestamp.tsx'
import { RoleBadges } from '../role-badges.tsx'
import type { Me } from '../user-queries.ts'

/** Shows the facts of one's own account. */
export function ProfileFacts({ me }: { me: Me }) {
  return (
    <dl className="profile-facts">
      <Fact name="Full Name">{me.fullName}</Fact>
      <Fact name="Given Name">{me.givenName}</Fact>
      <Fact name="Family Name">{me.familyName}</Fact>
      <Fact name="Email">{me.email}</Fact>
      <Fact name="Roles">
        <RoleBadges roles={me.role} />
      </Fact>
      <Fact name="Joined">
        <Day value={me.createdOn} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="profile-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
