import { Suspense, use } from 'react'
import { useRevalidator } from 'react-router'
import { Spinner } from '#web/ui/spinner.tsx'
import { code, forgetFailures } from './code.ts'
import { Fallback } from './fallback.tsx'

// Errors are rare: their pages stay out of the first load. When their code does not come either, the simple page is shown.
const pages = code(() => import('./error-pages.tsx'))

function Content({ part }: { part: 'PageErrorContent' | 'RootErrorContent' }) {
  const Part = use(pages())[part]
  return <Part />
}

function Shown({ part, inside }: { part: 'PageErrorContent' | 'RootErrorContent'; inside: boolean }) {
  const { revalidate } = useRevalidator()
  const again = () => {
    forgetFailures()
    void revalidate()
  }
  return (
    <Fallback onRetry={again} inside={inside}>
      <Suspense fallback={<Spinner />}>
        <Content part={part} />
      </Suspense>
    </Fallback>
  )
}

/** What a page shows instead of itself when its loader or its rendering threw; the layout around it stands. */
export const PageError = () => <Shown part="PageErrorContent" inside />

/** The boundary above the layouts. */
export const RootError = () => <Shown part="RootErrorContent" inside={false} />
