/** The page of a service in another site: a build of its own, with nothing of the product around it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { queryClient } from '#web/api/query-client.ts'
import { followSystemTheme } from '#web/lib/theme.ts'
import { Widget } from './widget.tsx'
import './widget.css'

followSystemTheme()

// The site around it has the keys outside of this window; inside, Escape goes back to it.
addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented) parent.postMessage('chowk:close', '*')
})

const root = document.getElementById('root')
const token = /^\/widget\/([\w-]{32})\/?$/.exec(location.pathname)?.[1] ?? ''
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {/* The viewer keeps its tab in an address: here in one that nobody sees. */}
        <MemoryRouter>
          <Widget token={token} />
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
