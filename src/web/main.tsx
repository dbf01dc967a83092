import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onIdentityToast, session } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { prefetcher } from '#web/layouts/page-route.ts'
import { PrefetchContext, RouterLink } from '#web/layouts/router-link.tsx'
import { startLanguage } from '#web/lib/language.ts'
import { followSystemTheme } from '#web/lib/theme.ts'
import { LinkContext } from '#web/ui/link.tsx'
import { routes } from './routes.tsx'
import './ui/theme.css'

followSystemTheme()
onIdentityToast(async (name) => {
  const [{ IDENTITY_TOASTS }, { toast }] = await Promise.all([
    import('#contract/messages.ts'),
    import('#web/ui/toast-store.ts'),
  ])
  const { title, message, duration_ms } = IDENTITY_TOASTS[name]
  toast(title, message, duration_ms)
})
session.start()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root element')

// For English this waits for nothing but the turn of the loop.
void startLanguage().then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LinkContext value={RouterLink}>
          <PrefetchContext value={prefetcher(routes)}>
            <RouterProvider router={createBrowserRouter(routes)} />
          </PrefetchContext>
        </LinkContext>
      </QueryClientProvider>
    </StrictMode>,
  ),
)
