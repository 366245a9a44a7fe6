import { maxNameLength } from '#shared/users/contract.ts'
import { TextField, type TextFieldProps } from '#web/ui/forms/text-field.tsx'

export interface Names {
  readonly fullName: string
  readonly givenName: string
  readonly familyName: string
}

/** What the fields of the three names are called. */
export const nameLabels = { fullName: 'Full Name', givenName: 'Given Name', familyName: 'Family Name' } as const

/** Shows the fields of a person's three names. `isOwn` lets the browser autofill them. */
export function NameFields({ field, isOwn }: { field: (name: keyof Names) => TextFieldProps; isOwn: boolean }) {
  const shared = (name: keyof Names, autoComplete: string): TextFieldProps => ({
    ...field(name),
    autoComplete: isOwn ? autoComplete : 'off',
    maxLength: maxNameLength,
  })
  return (
    <>
      <TextField {...shared('fullName', 'name')} />
      <div className="form-pair">
        <TextField {...shared('givenName', 'given-name')} />
        <TextField {...shared('familyName', 'family-name')} />
      </div>
    </>
  )
}
