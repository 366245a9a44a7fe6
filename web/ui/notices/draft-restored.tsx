import './draft-restored.css'

/**
 * Says that what stands in a form was written earlier and brought back, with the way to be rid of it. It stands in the
 * form from the start, because screen readers miss a region that arrives together with its text.
 */
export function DraftRestored({ isShown, onDiscard }: { isShown: boolean; onDiscard: () => void }) {
  return (
    <p className="draft-restored" role="status">
      {isShown && (
        <>
          Draft restored
          <span aria-hidden>·</span>
          <button
            type="button"
            className="draft-discard"
            onClick={({ currentTarget }) => {
              // The button goes with the draft; whoever pressed it goes on in the field.
              const fields = 'input:not([readonly]):not([type="radio"]), textarea'
              currentTarget.closest('form')?.querySelector<HTMLElement>(fields)?.focus()
              onDiscard()
            }}
          >
            Discard
          </button>
        </>
      )}
    </p>
  )
}
