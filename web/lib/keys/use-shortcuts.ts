import { remembered } from '#web/lib/remembered.ts'

const choice = remembered('mothlight-list-keys')

/**
 * Returns whether single keys are active. They can be switched off permanently in this browser, because they disturb
 * people who control their machine by speech.
 */
export function useShortcuts(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  return [choice.use() !== 'off', (isOn) => choice.set(isOn ? 'on' : 'off')]
}

/** Returns the same outside of components. */
export function shortcutsAreOn(): boolean {
  return choice.get() !== 'off'
}
