import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '#web/lib/session/page-facts.ts'
import { cssVariablesResolver, theme } from '#web/ui/theme/theme.ts'
import { Toaster } from '#web/ui/notices/toaster.tsx'

/** `public/early.js` reads the same key before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'mothlight-color-scheme' })

// Dialogs lock the page's scrolling with a style element of their own, which reads its nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

/** Provides theme, colour scheme and toasts. */
export function Look({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      <Toaster />
    </MantineProvider>
  )
}
