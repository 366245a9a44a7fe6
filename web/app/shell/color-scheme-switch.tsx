import { useActions } from '#web/lib/keys/actions.ts'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useColorScheme } from '#web/ui/theme/color-scheme.ts'

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
