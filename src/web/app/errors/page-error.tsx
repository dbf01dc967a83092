import { Suspense, use } from 'react'
import { useAgain } from '#web/app/palette/use-again.ts'
import { loadOnce } from '#web/app/router/code.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Fallback } from './fallback.tsx'

// Errors are rare: their pages stay out of the first load. When their code does not come either, the simple page is shown.
const pages = loadOnce(() => import('./error-pages.tsx'))

function Content({ part }: { part: 'PageErrorContent' | 'RootErrorContent' }) {
  const Part = use(pages())[part]
  return <Part />
}

function Shown({ part, inside }: { part: 'PageErrorContent' | 'RootErrorContent'; inside: boolean }) {
  return (
    <Fallback onRetry={useAgain()} inside={inside}>
      <Suspense fallback={<Spinner />}>
        <Content part={part} />
      </Suspense>
    </Fallback>
  )
}

/** Shown instead of a page whose loader or rendering threw; the layout around it remains. */
export const PageError = () => <Shown part="PageErrorContent" inside />

/** The boundary above the layouts. */
export const RootError = () => <Shown part="RootErrorContent" inside={false} />
