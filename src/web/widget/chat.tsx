/** The chat page of a service: a page without the product around it, which a phone opens quickly. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSystemTheme } from '#web/lib/theme.ts'
import { Visit } from './chat/visit.tsx'
import { PoweredBy } from './powered-by.tsx'
import './widget.css'

followSystemTheme()

const root = document.getElementById('root')
const token = /^\/chat\/([\w-]{32})\/?$/.exec(location.pathname)?.[1] ?? ''
if (root)
  createRoot(root).render(
    <StrictMode>
      <main className="flex h-dvh flex-col bg-paper text-ink">
        <Visit token={token} framed={false} />
        <PoweredBy />
      </main>
    </StrictMode>,
  )
