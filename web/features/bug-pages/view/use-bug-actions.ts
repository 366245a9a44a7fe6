import { useNavigate } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { bugFields, mayChange, plainNames } from '#shared/bugs/fields.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { paths } from '#web/lib/paths.ts'
import { focusField } from '../fields/field-value.tsx'

/** What keys and the palette do on a bug's page, besides what its own buttons do. */
export function useBugActions({ _id, abilities }: Bug): void {
  const navigate = useNavigate()
  useActions([
    {
      id: 'bug.classify',
      label: 'Classify this bug',
      group: 'This bug',
      keys: 'c',
      isEnabled: abilities.classify,
      run: () => void navigate({ to: paths.classifyBug(_id) }),
    },
    {
      id: 'bug.assign',
      label: 'Assign this bug',
      group: 'This bug',
      keys: 'a',
      isEnabled: abilities.assign,
      run: () => void navigate({ to: paths.assignUser(_id) }),
    },
    {
      id: 'bug.comment',
      label: 'Write a comment',
      group: 'This bug',
      keys: 'm',
      isEnabled: abilities.comment,
      run: writeComment,
    },
    ...plainNames.map((name) => ({
      id: `bug.change-${name}`,
      label: `Change the ${bugFields[name].label.toLowerCase()}`,
      group: 'This bug' as const,
      isEnabled: mayChange(abilities, name),
      run: () => focusField(name),
    })),
  ])
}

function writeComment(): void {
  const box = document.getElementById('new-comment')
  // While its preview is shown, there is no field.
  const place = box?.querySelector<HTMLElement>('textarea') ?? box?.querySelector<HTMLElement>('button')
  place?.focus()
}
