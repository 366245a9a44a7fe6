import { Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Bug } from '#shared/bugs/contract.ts'
import { classifications } from '#shared/bugs/words.ts'
import { StaleQuestion } from '#web/features/conflicts/public.ts'
import { paths } from '#web/lib/paths.ts'
import { Form, FormActions } from '#web/ui/form.tsx'
import { SendShortcut } from '#web/ui/kbd.tsx'
import { ClosingOffer } from './classify-closing-offer.tsx'
import { OriginalField } from './classify-original-field.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { useClassifyForm } from './use-classify-form.ts'

/** Chooses a bug's classification and, for a duplicate, its original. */
export function ClassifyForm({ bug }: { bug: Bug }) {
  const { classification, choose, original, submit, isSending, stale, offersClosing, failure } = useClassifyForm(bug)
  return (
    <>
      <Form label="Classify bug" onSubmit={submit}>
        <NativeSelect
          label="Classification"
          value={classification}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[...classifications]}
        />
        {classification === 'duplicate' && (
          <OriginalField
            bugId={bug._id}
            chosen={original.chosen}
            onChoose={original.choose}
            words={original.words}
            onWords={original.write}
            error={original.error}
          />
        )}
        {failure && <FailureNotice title="The classification was not changed" failure={failure} />}
        <FormActions>
          <Button type="submit" loading={isSending}>
            Submit
          </Button>
          <Button component={Link} to={paths.viewBug(bug._id)} variant="subtle" color="gray">
            Back to the bug
          </Button>
          <SendShortcut verb="to submit" />
        </FormActions>
        {offersClosing && <ClosingOffer bug={bug} />}
      </Form>
      <StaleQuestion stale={stale} />
    </>
  )
}
