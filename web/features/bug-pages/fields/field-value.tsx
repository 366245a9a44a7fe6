import { NativeSelect } from '@mantine/core'
import type { Bug } from '#shared/bugs/contract.ts'
import { bugFields, choiceNamed, mayChange, type PlainName } from '#shared/bugs/fields.ts'
import { FieldBadge } from '#web/features/bugs/public.ts'
import { StaleQuestion } from '#web/features/conflicts/public.ts'
import { useSetField } from './use-set-field.ts'
import './field-value.css'

/** A field of a bug that has no screen of its own: a control for those who may change it, and else its value. */
export function FieldValue({ bug, name }: { bug: Bug; name: PlainName }) {
  if (!mayChange(bug.abilities, name)) return <FieldBadge name={name} value={bug[name]} />
  return <FieldControl bug={bug} name={name} />
}

/** Brings the focus to a field's control, if it is on the page. */
export function focusField(name: PlainName): void {
  document.getElementById(idOf(name))?.focus()
}

function FieldControl({ bug, name }: { bug: Bug; name: PlainName }) {
  const { set, stale } = useSetField(bug, name)
  const { label, values } = bugFields[name]
  return (
    <>
      <NativeSelect
        id={idOf(name)}
        className="field-control"
        size="xs"
        aria-label={label}
        value={bug[name]}
        data={[...values]}
        onChange={(event) => {
          const value = choiceNamed(name, event.currentTarget.value)
          if (value !== undefined) set(value)
        }}
      />
      <StaleQuestion stale={stale} />
    </>
  )
}

const idOf = (name: PlainName) => `bug-field-${name}`
