import './moth-mark.css'

const leftWings =
  'M11.2 9.4C8.6 5.9 4.9 4.6 1.2 5.3c.1 4.6 2.6 8.8 7.1 9.2 1.5.1 2.6-.7 2.9-2.1z' +
  'M11.2 14.2c-.9 1.3-2.4 1.9-4.3 1.7-.5 2.6.6 4.8 2.8 5.4 1.2-1.5 1.7-4 1.5-7.1z'

/** The product's mark: a moth with open wings, seen from above. Decoration beside the name. */
export function MothMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className="moth-mark" aria-hidden>
      <path d={leftWings} fill="currentColor" />
      <path d={leftWings} fill="currentColor" transform="matrix(-1 0 0 1 24 0)" />
      <path
        d="M11.8 8.2C11.3 5.4 10 3.6 8 2.7M12.2 8.2c.5-2.8 1.8-4.6 3.8-5.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.1"
        strokeLinecap="round"
      />
      <circle cx="6.1" cy="9.2" r="1.35" className="moth-mark-eye" />
      <circle cx="17.9" cy="9.2" r="1.35" className="moth-mark-eye" />
    </svg>
  )
}
