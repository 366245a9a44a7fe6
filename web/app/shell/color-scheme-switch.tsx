import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useActions } from '#web/lib/keys/actions.ts'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Switches between light and dark. Choosing the system's scheme follows the system again. */
export function ColorSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = scheme === 'dark' ? 'light' : 'dark'
  const label = `Switch to ${other} colours`
  const change = () => {
    const system = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    setColorScheme(other === system ? 'auto' : other)
  }
  useActions([{ id: 'look.switch', label, group: 'Everywhere', run: change }])
  return (
    <ActionIcon size={36} variant="subtle" color="gray" aria-label={label} title={label} onClick={change}>
      {scheme === 'dark' ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  )
}
