import { useState } from 'react'

const key = 'mothlight-list-keys'

/**
 * Whether single keys do something on the list. They can be switched off for good in this browser, because they get
 * in the way of those who speak to their machine.
 */
export function useShortcuts(): [isOn: boolean, setIsOn: (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(read)

  function change(next: boolean) {
    setIsOn(next)
    try {
      localStorage.setItem(key, next ? 'on' : 'off')
    } catch {
      // Storage is forbidden here: the choice holds until the page is left.
    }
  }

  return [isOn, change]
}

function read(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}
