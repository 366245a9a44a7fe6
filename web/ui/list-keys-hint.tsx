import { Kbd } from './kbd.tsx'
import './list-keys-hint.css'

/** Which keys the list knows, and the switch for those who don't want them. */
export function ListKeysHint({
  record,
  isOn,
  onSwitch,
}: {
  /** What the list is of, such as "bug". */
  record: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}) {
  return (
    <div className="list-keys not-printed">
      {isOn && (
        <>
          <span>
            <Kbd>j</Kbd> <Kbd>k</Kbd> next and previous {record}
          </span>
          <span>
            <Kbd>↵</Kbd> open
          </span>
          <span>
            <Kbd>/</Kbd> keywords
          </span>
        </>
      )}
      <button type="button" className="list-keys-switch" onClick={() => onSwitch(!isOn)}>
        {isOn ? 'Turn keys off' : 'Turn keys on (j, k, /)'}
      </button>
    </div>
  )
}
