import './draft-restored.css'

/**
 * Says that a form contains a restored draft, and offers to discard it. It is in the form from the start, because
 * screen readers miss a region that appears together with its text.
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
              // The button is removed with the draft, so the focus moves to the field.
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
