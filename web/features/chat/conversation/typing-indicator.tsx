import './typing-indicator.css'

/** Shows who is typing; its space is always reserved, so that nothing jumps. */
export function TypingIndicator({ sender }: { sender: string | undefined }) {
  return (
    <p className="typing-line">
      {sender !== undefined && (
        <>
          <span className="typing-dots" aria-hidden /> {sender} is writing
        </>
      )}
    </p>
  )
}
