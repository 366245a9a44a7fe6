import '#web/ui/theme/styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
// Imported early, so that the open tabs are known when the first screen asks for a draft.
import '#web/lib/drafts/drafts.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { ensureSession } from '#web/lib/session/session.ts'
import { Look } from './look.tsx'
import { createAppRouter } from './router.tsx'

const client = createQueryClient()
// Every screen needs the session; asking before anything renders saves a round trip.
void ensureSession(client)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to render into.')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <Look>
        <RouterProvider router={createAppRouter(client)} />
      </Look>
    </QueryClientProvider>
  </StrictMode>,
)
