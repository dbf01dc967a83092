import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { LinkContext } from '#web/ui/link.tsx'
import { Fallback } from './app/errors/fallback.tsx'
import { NOTE_PASSED } from './app/guards/taken.ts'
import { PrefetchContext, RouterLink } from './app/router/router-link.tsx'
import { createPrefetcher } from './app/shell/page-route.ts'
import { routes } from './routes.tsx'

/** The providers around the router. Prerendering and hydration must render the same tree. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <div className="contents" {...NOTE_PASSED}>
        <Fallback>
          <QueryClientProvider client={queryClient}>
            <LinkContext value={RouterLink}>
              <PrefetchContext value={createPrefetcher(routes)}>{children}</PrefetchContext>
            </LinkContext>
          </QueryClientProvider>
        </Fallback>
      </div>
    </StrictMode>
  )
}
