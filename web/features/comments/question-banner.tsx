import { type Bug, setBugFields } from '#shared/bugs/contract.ts'
import { useBugChange } from '#web/features/bugs/public.ts'
import { call } from '#web/lib/call.ts'
import { explainError } from '#web/lib/explain-error.ts'
import { referenceOf } from '#web/lib/failure-reference.ts'
import { useSession } from '#web/lib/session/session.ts'
import { QuietButton } from '#web/ui/controls/quiet-button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { toastFailure, toastSuccess } from '#web/ui/notices/toast.ts'
import { TimeAgo } from '#web/ui/text/timestamp.tsx'
import { writeComment } from './write-comment.ts'
import './question-banner.css'

/** Stands above a bug that waits for its reporter: leads that one to the question, and lets the team stop waiting. */
export function QuestionBanner({ bug }: { bug: Bug }) {
  const { userId } = useSession()
  if (!bug.isWaiting || bug.waitingSince === undefined) return null
  const { askedBy, commentId } = bug.question ?? {}
  return (
    <div className="question-banner">
      <Notice tone="warning">
        <div className="question-banner-words">
          {bug.createdBy._id === userId ? (
            <>
              <p>
                <bdi>{askedBy?.fullName ?? 'The team'}</bdi> asks you a question. This bug waits for your answer.
              </p>
              <span className="question-banner-acts not-printed">
                {commentId !== undefined && <a href={`#comment-${commentId}`}>Show the question</a>}
                {bug.abilities.comment && <QuietButton onClick={writeComment}>Answer</QuietButton>}
              </span>
            </>
          ) : (
            <>
              <p>
                Waiting for reporter: asked <TimeAgo value={bug.waitingSince} />
                {askedBy && (
                  <>
                    {' '}
                    by <bdi>{askedBy.fullName}</bdi>
                  </>
                )}
              </p>
              {bug.abilities.ask && <StopWaiting bug={bug} />}
            </>
          )}
        </div>
      </Notice>
    </div>
  )
}

function StopWaiting({ bug: { _id: bugId } }: { bug: Bug }) {
  const { mutate, isPending } = useBugChange(bugId, {
    kind: 'waiting',
    send: async (isWaiting: boolean) =>
      (await call(setBugFields, { params: { bugId }, query: { comments: 'none' }, body: { isWaiting } })).result,
    onDone: () => toastSuccess('This bug no longer waits for its reporter'),
    onRefused: (error) =>
      toastFailure('This bug waits for its reporter still', referenceOf(error), explainError(error).explanation),
  })
  return (
    <QuietButton isOff={isPending} onClick={() => mutate({ shown: { isWaiting: false }, body: false })}>
      Stop waiting
    </QuietButton>
  )
}
