import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { LinkContext } from '#web/ui/link.tsx'
import { Fallback } from './app/errors/fallback.tsx'
import { createPrefetcher } from './app/router/page-route.ts'
import { PrefetchContext, RouterLink } from './app/router/router-link.tsx'
import { routes } from './routes.tsx'

/** What stands around the router. A page drawn ahead and the browser that takes it over must make the same tree. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <Fallback>
        <QueryClientProvider client={queryClient}>
          <LinkContext value={RouterLink}>
            <PrefetchContext value={createPrefetcher(routes)}>{children}</PrefetchContext>
          </LinkContext>
        </QueryClientProvider>
      </Fallback>
    </StrictMode>
  )
}
