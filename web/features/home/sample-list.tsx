import { IconCircleCheck, IconCircleDot, IconProgress } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Badge, type BadgeTone } from '#web/ui/badges/badge.tsx'
import './sample-list.css'

const samples: readonly { title: string; id: string; status: string; tone: BadgeTone; icon: ReactNode; who: string }[] =
  [
    {
      title: 'Export stops after 1,000 rows',
      id: '4c1f09ae',
      status: 'In Progress',
      tone: 'amber',
      icon: <IconProgress />,
      who: 'Ines Ferreira',
    },
    {
      title: 'Dates shift by a day west of Greenwich',
      id: 'b70e5d12',
      status: 'Open',
      tone: 'green',
      icon: <IconCircleDot />,
      who: 'Tomasz Lis',
    },
    {
      title: 'Login fails when the e-mail ends in a space',
      id: '09d3c8f4',
      status: 'Resolved',
      tone: 'blue',
      icon: <IconCircleCheck />,
      who: 'Ada Okafor',
    },
  ]

/** Shows a sample of the product's records, drawn with its own parts. The text beside it says the same. */
export function SampleList() {
  return (
    <div className="surface sample-list" aria-hidden>
      {samples.map(({ title, id, status, tone, icon, who }) => (
        <div key={id} className="sample">
          <p className="sample-title">{title}</p>
          <p className="sample-facts">
            <span className="mono">{id}</span>
            <Badge tone={tone} icon={icon}>
              {status}
            </Badge>
            <span className="sample-who">
              <Avatar name={who} size={20} /> {who}
            </span>
          </p>
        </div>
      ))}
    </div>
  )
}
