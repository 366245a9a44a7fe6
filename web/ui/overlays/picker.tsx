import { flushSync } from 'react-dom'
import { LatePicker } from './late-picker.tsx'
import { PlainPopup } from './plain-modal.tsx'
import type { PickerProps } from './popup-props.ts'
import './popups.css'

/**
 * Opens a list beside its button, with a field that narrows it, while it is mounted: for one of a few values, or of the
 * people that the words find. What is chosen closes it, unless it
 * takes several.
 */
export function Picker(props: PickerProps) {
  const { onClose, onPick } = props
  const part: PickerProps = {
    ...props,
    onPick: (key) => {
      // The focus is on the button again before anything else that the choice opens.
      if (!props.takesSeveral) flushSync(onClose)
      onPick(key)
    },
  }
  return <LatePicker plain={<PlainPicker {...part} />} coming={null} part={part} />
}

function PlainPicker({ label, words, groups, onWords, onPick, onClose }: PickerProps) {
  return (
    <PlainPopup label={label} onClose={onClose}>
      <input
        className="picker-field"
        aria-label={label}
        value={words}
        onChange={({ currentTarget }) => onWords(currentTarget.value)}
        // It may stand in a form, which is not meant.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {groups
        .flatMap(({ items }) => items)
        .map(({ key, icon, words }) => (
          <button key={key} type="button" className="menu-item" onClick={() => onPick(key)}>
            {icon} {words}
          </button>
        ))}
    </PlainPopup>
  )
}
