import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { explainError } from '#web/lib/explain-error.ts'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import type { SearchAsked } from './use-user-search.ts'

/** Two ways to find somebody. */
export function UserSearch({
  pending,
  failure,
  onSearch,
  onRetry,
}: {
  pending: 'id' | 'name' | undefined
  failure: unknown
  onSearch: (search: SearchAsked) => void
  onRetry: () => void
}) {
  return (
    <div className="assign-search">
      <SearchField
        by="name"
        label="Name"
        placeholder="Beginning of a name"
        button="Search by Name"
        isPending={pending === 'name'}
        onSearch={onSearch}
      />
      <SearchField
        by="id"
        label="User Id"
        placeholder="24 characters"
        button="Search by Id"
        isPending={pending === 'id'}
        onSearch={onSearch}
      />
      {failure !== null && (
        <div className="assign-search-failure">
          <ErrorState title="The search failed" onRetry={onRetry} requestId={explainError(failure).requestId}>
            {explainError(failure).explanation}
          </ErrorState>
        </div>
      )}
    </div>
  )
}

function SearchField({
  by,
  label,
  placeholder,
  button,
  isPending,
  onSearch,
}: {
  by: 'id' | 'name'
  label: string
  placeholder: string
  button: string
  isPending: boolean
  onSearch: (search: SearchAsked) => void
}) {
  const [typed, setTyped] = useState('')
  return (
    <Form label={button} onSubmit={() => onSearch({ by, typed })}>
      <div className="assign-search-field">
        <TextInput
          label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          classNames={by === 'id' ? { input: 'mono' } : {}}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isPending} leftSection={<IconSearch size={16} aria-hidden />}>
          {button}
        </Button>
      </div>
    </Form>
  )
}
