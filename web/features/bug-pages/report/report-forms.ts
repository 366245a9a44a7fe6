import { useEffect, useEffectEvent, useMemo } from 'react'
import type { ReportTemplate } from '#shared/custom-fields/contract.ts'
import type { CustomField, GivenFields } from '#shared/custom-fields/custom-field.ts'
import { type FieldDrafts, fieldMistake, givenFieldsOf, useReportForms } from '#web/features/custom-fields/public.ts'

/** What a product asks of its reports, and how that is checked. */
export interface Forms {
  readonly fields: readonly CustomField[]
  readonly templates: readonly ReportTemplate[]
  /** What is wrong, by the keys of the fields. */
  readonly mistakesIn: (drafts: FieldDrafts) => ReadonlyMap<string, string>
  readonly givenOf: (drafts: FieldDrafts) => GivenFields
}

/** Reads what a product asks of its reports. Shows nothing itself: its code is for those whose products ask anything. */
export function ReportForms({
  product,
  onRead,
}: {
  /** Its key; absent for who sees one product, and is asked for nothing that must be there. */
  product: string | undefined
  onRead: (forms: Forms) => void
}) {
  const { fields, templates } = useReportForms(product)
  // They are made anew each time, and mean the same as long as these do.
  const [named, offered] = [JSON.stringify(fields), JSON.stringify(templates)]
  const forms = useMemo<Forms>(() => {
    const known = JSON.parse(named) as readonly CustomField[]
    return {
      fields: known,
      templates: JSON.parse(offered) as readonly ReportTemplate[],
      mistakesIn: (drafts) =>
        new Map(
          known.flatMap((field) => {
            const isRequired = field.required === 'report' && product !== undefined
            const mistake = fieldMistake(field, drafts[field.key], { isRequired })
            return mistake === undefined ? [] : [[field.key, mistake] as const]
          }),
        ),
      givenOf: (drafts) => givenFieldsOf(known, drafts),
    }
  }, [named, offered, product])
  const tell = useEffectEvent(onRead)
  useEffect(() => tell(forms), [forms])
  return null
}
