import '#web/ui/theme/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
// Imported early, so that the open tabs are known when the first screen asks for a draft.
import '#web/lib/drafts/drafts.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { ensureSession } from '#web/lib/session/session.ts'
import { Toaster } from '#web/ui/notices/toaster.tsx'
import { loadPopups } from '#web/ui/overlays/late-popups.tsx'
import { whenIdle } from '#web/ui/late/use-late.ts'
import { createAppRouter } from './router.tsx'

const client = createQueryClient()
// Every screen needs the session; asking before anything renders saves a round trip.
void ensureSession(client)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to render into.')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={createAppRouter(client)} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)

// What opens is not part of the first screen. Without it now, whatever is opened asks for it again.
whenIdle(() => void loadPopups().catch(() => {}))
