import { IconMoon, IconSun } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import { useActions } from '#web/lib/keys/actions.ts'
import { ownTheme } from '#web/lib/session/own-look.ts'
import { useKeepLook } from '#web/lib/session/use-preferences.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'

/** Switches between light and dark. Choosing the system's scheme follows the system again. */
export function ColorSchemeSwitch() {
  const { scheme, change } = useColorScheme()
  const label = `Switch to ${scheme === 'dark' ? 'light' : 'dark'} colours`
  useActions([{ id: 'look.switch', label, group: 'Everywhere', run: change }])
  return (
    <IconButton size={36} aria-label={label} title={label} onClick={change}>
      {scheme === 'dark' ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </IconButton>
  )
}

/** Shows the chosen colour scheme, or the system's. Returns it, and the way to the other one. */
function useColorScheme() {
  const chosen = ownTheme.use()
  const system = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light'
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : system
  useLayoutEffect(() => void (document.documentElement.dataset['colorScheme'] = scheme), [scheme])
  const keep = useKeepLook()

  function change() {
    const other = scheme === 'dark' ? 'light' : 'dark'
    ownTheme.set(other === system ? 'auto' : other)
    keep({ theme: other === system ? 'system' : other })
  }

  return { scheme, change }
}
