import './typing-line.css'

/** Says who is writing; the room for it is always there, so that nothing jumps. */
export function TypingLine({ sender }: { sender: string | undefined }) {
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
