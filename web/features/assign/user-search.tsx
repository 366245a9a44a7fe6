import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { explainError } from '#web/lib/explain-error.ts'
import { messages } from '#web/lib/messages.ts'
import { LoadError } from '#web/ui/page/load-error.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { SearchAsked } from './use-user-search.ts'

/** Two ways to find somebody. */
export function UserSearch({
  pending,
  failure,
  onAssign,
  onSearch,
  onRetry,
}: {
  pending: 'id' | 'name' | undefined
  failure: unknown
  /** Assigns whoever was found and chosen; undefined while nobody is. */
  onAssign: (() => void) | undefined
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
        onAssign={onAssign}
        onSearch={onSearch}
      />
      <SearchField
        by="id"
        label="User Id"
        placeholder="24 characters"
        button="Search by Id"
        isPending={pending === 'id'}
        onAssign={onAssign}
        onSearch={onSearch}
      />
      {failure !== null && (
        <div className="assign-search-failure">
          <LoadError title="The search failed" {...explainError(failure)} onRetry={onRetry} />
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
  onAssign,
  onSearch,
}: {
  by: 'id' | 'name'
  label: string
  placeholder: string
  button: string
  isPending: boolean
  onAssign: (() => void) | undefined
  onSearch: (search: SearchAsked) => void
}) {
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  // What was typed since is searched for first.
  const isAnswered = typed === searched || typed.trim() === ''

  function search() {
    setSearched(typed)
    onSearch({ by, typed })
  }

  return (
    <Form
      label={button}
      onSubmit={search}
      instead={isAnswered && onAssign ? { label: messages.assign.heading, run: onAssign } : undefined}
    >
      <div className="assign-search-field">
        <TextField
          label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          className={by === 'id' ? 'assign-search-id' : ''}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isPending} icon={<IconSearch size={16} aria-hidden />}>
          {button}
        </Button>
      </div>
    </Form>
  )
}
