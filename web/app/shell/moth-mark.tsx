import './moth-mark.css'

const leftWings =
  'M10.7 7.9C7.1 7 3.2 8.7.9 12.6c2.6 3 7 3.2 9.8.3z' +
  'M10.7 14.1c-1.9 1.7-4.2 2.4-6.6 2 .5 2.9 3 4.9 5.6 4.3.8-1.8 1.1-4 1-6.3z'

/** The product's mark: a moth with open wings, seen from above. Decoration beside the name. */
export function MothMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className="moth-mark" aria-hidden>
      <path d={leftWings} fill="currentColor" />
      <path d={leftWings} fill="currentColor" transform="matrix(-1 0 0 1 24 0)" />
      <path
        d="M12 6.4c.7 0 1.1.7 1.1 1.8 0 3.6-.3 9.2-1.1 12.4-.8-3.2-1.1-8.8-1.1-12.4 0-1.1.4-1.8 1.1-1.8z"
        fill="currentColor"
      />
      <path
        d="M11.5 6.2C10.9 4.3 9.3 3 7 2.7M12.5 6.2c.6-1.9 2.2-3.2 4.5-3.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.1"
        strokeLinecap="round"
      />
      <circle cx="6.6" cy="11.2" r="1.2" className="moth-mark-eye" />
      <circle cx="17.4" cy="11.2" r="1.2" className="moth-mark-eye" />
    </svg>
  )
}
