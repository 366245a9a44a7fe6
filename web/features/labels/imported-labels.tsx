import { adoptImportedLabel, listImportedLabels } from '#shared/labels/imported-contract.ts'
import { AdoptableWords } from '#web/features/imported-words/public.ts'
import { call } from '#web/lib/call.ts'

const words = {
  doing: 'Adding the label',
  done: 'labelled',
  undoing: 'Removing the label',
  undone: 'no longer labelled',
}
const taking = { success: 'Label removed from its bugs', failure: 'The label was not removed' }

/** Shows the words of labels that imported bugs brought along, each of which can be made a label. */
export function ImportedLabels() {
  return (
    <AdoptableWords
      title="Words of imported labels"
      action="Make a label of it"
      queryKey={['labels', 'imported']}
      list={async (signal) => (await call(listImportedLabels, { signal })).result}
      adopt={async (name) => {
        const { label, bulk } = await call(adoptImportedLabel, { body: { name } })
        return { name: label.name, bulk }
      }}
      permission="canClassifyAnyBug"
      words={words}
      texts={taking}
      kept="The bugs keep the label"
      failure="No label was made"
    />
  )
}
