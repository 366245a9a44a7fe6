import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import type { ListForm } from '../card/list-form.ts'

const options = [
  formOf('compact', 'Compact list', IconBaselineDensitySmall),
  formOf('comfortable', 'Comfortable list', IconBaselineDensityMedium),
]

/** Chooses how much of each bug the list shows. */
export function ListFormSwitch({ form, onChange }: { form: ListForm; onChange: (form: ListForm) => void }) {
  return <Segmented label="Rows" options={options} value={form} onChange={onChange} />
}

function formOf(value: ListForm, title: string, Icon: typeof IconBaselineDensitySmall) {
  const words = (
    <>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{title}</span>
    </>
  )
  return { value, title, words }
}
