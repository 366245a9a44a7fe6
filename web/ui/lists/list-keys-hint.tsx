import { useOfferedActions, useShortcuts } from '#web/lib/keys/actions.ts'
import { Kbd } from '#web/ui/controls/kbd.tsx'
import './list-keys-hint.css'

/** Shows the list's keys, the way to all others, and the switch for people who don't want them. */
export function ListKeysHint({
  record,
  isBrief = false,
}: {
  /** What the list contains, such as "bug". */
  record: string
  /** Only the way to the keys, and the switch. */
  isBrief?: boolean
}) {
  const [isOn, setIsOn] = useShortcuts()
  const offered = useOfferedActions()
  const showAll = offered.find(({ id }) => id === 'keys.show')
  const maySelect = offered.some(({ id }) => id === 'list.select')
  return (
    <div className="list-keys not-printed">
      {isOn && !isBrief && (
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
          {maySelect && (
            <span>
              <Kbd>x</Kbd> select
            </span>
          )}
        </>
      )}
      {showAll && (
        <button type="button" className="list-keys-switch" onClick={() => showAll.run()}>
          All keys{isOn && ' (?)'}
        </button>
      )}
      <button type="button" className="list-keys-switch" onClick={() => setIsOn(!isOn)}>
        {isOn ? 'Turn keys off' : 'Turn keys on (j, k, /)'}
      </button>
    </div>
  )
}
