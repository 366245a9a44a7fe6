import { TextInput, type TextInputProps } from '@mantine/core'
import { maxNameLength } from '#shared/users/contract.ts'

export interface Names {
  readonly fullName: string
  readonly givenName: string
  readonly familyName: string
}

/** Shows the fields of a person's three names. `isOwn` lets the browser autofill them. */
export function NameFields({ field, isOwn }: { field: (name: keyof Names) => TextInputProps; isOwn: boolean }) {
  const shared = (name: keyof Names, autoComplete: string): TextInputProps => ({
    ...field(name),
    name,
    autoComplete: isOwn ? autoComplete : 'off',
    maxLength: maxNameLength,
  })
  return (
    <>
      <TextInput {...shared('fullName', 'name')} label="Full Name" />
      <div className="form-pair">
        <TextInput {...shared('givenName', 'given-name')} label="Given Name" />
        <TextInput {...shared('familyName', 'family-name')} label="Family Name" />
      </div>
    </>
  )
}
