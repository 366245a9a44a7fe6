import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Component, Version } from '#shared/parts/contract.ts'
import { partsQuery } from '#web/features/parts/public.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import type { ReportedParts } from './use-report-draft.ts'

/** Offers the components and versions of the product to which a bug is reported; none has to be chosen. */
export function PartChoice({
  productId,
  value,
  disabled,
  onChoose,
}: {
  productId: string
  value: ReportedParts
  disabled: boolean
  onChoose: (parts: ReportedParts) => void
}) {
  const { data } = useQuery(partsQuery)
  const isOffered = (part: Component | Version) => part.productId === productId && !part.isArchived
  const components = data?.components.filter(isOffered) ?? []
  const versions = data?.versions.filter(isOffered) ?? []
  const known = (id: string | undefined, parts: readonly { readonly _id: string }[]) =>
    parts.some(({ _id }) => _id === id) ? id : undefined
  const component = known(value.component, components)
  const foundVersion = known(value.foundVersion, versions)

  // A draft may be older than what was archived since.
  const isGone = data !== undefined && (component !== value.component || foundVersion !== value.foundVersion)
  const forget = useEffectEvent(() => onChoose({ component, foundVersion }))
  useEffect(() => {
    if (isGone) forget()
  }, [isGone])

  if (!data) return <Skeleton height="58px" />
  const description = components.find(({ _id }) => _id === component)?.description
  return (
    <div className="report-parts">
      {components.length > 0 && (
        <SelectField
          label="Component"
          description={description || undefined}
          value={component ?? ''}
          disabled={disabled}
          onChange={(event) => onChoose({ foundVersion, component: event.currentTarget.value || undefined })}
          options={[{ value: '', label: 'I don’t know' }, ...components.map(optionOf)]}
        />
      )}
      {versions.length > 0 && (
        <SelectField
          label="Found in version"
          value={foundVersion ?? ''}
          disabled={disabled}
          onChange={(event) => onChoose({ component, foundVersion: event.currentTarget.value || undefined })}
          options={[{ value: '', label: 'I don’t know' }, ...versions.map(optionOf)]}
        />
      )}
    </div>
  )
}

const optionOf = ({ _id, name }: Component | Version) => ({ value: _id, label: name })
