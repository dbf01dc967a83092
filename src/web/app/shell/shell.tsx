import { type ComponentProps, Suspense, use } from 'react'
import { Outlet, useMatches, useNavigation } from 'react-router'
import type { Guard } from '#contract/core/access.ts'
import { useSession } from '#web/api/use-session.ts'
import { useTaken } from '#web/app/guards/taken.ts'
import { loadOnce } from '#web/app/router/code.ts'
import { t } from '#web/lib/language.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadingLayout, PageLoading } from './loading.tsx'
import { PublicLayout } from './public-layout.tsx'

// A visitor never downloads the signed-in shell.
type SignedInModule = typeof import('./signed-in-layout.tsx')

/** There from the first render on where a drawn shell is taken over: a part that suspends meanwhile could be rendered a second time. */
let loaded: SignedInModule | undefined
export const signedIn = loadOnce(async (): Promise<SignedInModule> => {
  loaded = await import('./signed-in-layout.tsx')
  return loaded
})

function SignedIn(props: ComponentProps<SignedInModule['SignedInLayout']>) {
  const { SignedInLayout } = loaded ?? use(signedIn())
  return <SignedInLayout {...props} />
}

/** What each page's route carries for the shell. */
export interface PageHandle {
  guard: Guard
}

const isHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'guard' in handle

/**
 * The public layout for visitors, the signed-in layout for users and for those whose shell the server sent, the loading screen while it is
 * not known which.
 */
export function Shell() {
  const { phase, user, leaving, role } = useSession()
  const guard =
    useMatches()
      .map((match) => match.handle)
      .findLast(isHandle)?.guard ?? 'public'
  const open = guard === 'public' || guard === 'guest-only'
  const shellOf = user?.role ?? (phase === 'loading' ? role : undefined)
  // On the way out, or in: the page at hand is about to be replaced, so it is not shown to the wrong person.
  const isPassing = phase === 'loading' || leaving || (user !== null && guard === 'guest-only')
  if (shellOf === undefined ? isPassing || !open : leaving) return <LoadingLayout />
  const page = (
    <Suspense fallback={<Spinner />}>
      <Pending />
      {isPassing ? <PageLoading /> : <Outlet />}
    </Suspense>
  )
  if (shellOf === undefined) return <PublicLayout>{page}</PublicLayout>
  return (
    <Suspense fallback={<LoadingLayout />}>
      <SignedIn user={user} role={shellOf}>
        {page}
      </SignedIn>
    </Suspense>
  )
}

/** A thin line at the top while the next page is on its way. */
function Pending() {
  useTaken()
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 animate-late">
      <span className="sr-only">{t('Loading...')}</span>
      <span className="block h-full w-full animate-live bg-marigold-edge" />
    </div>
  )
}
