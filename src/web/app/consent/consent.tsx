import { Suspense, useEffect, useState } from 'react'
import { openView } from '#web/api/acting/support-view.ts'
import { analyticsConsent, reasonNotCounted } from '#web/api/consent.ts'
import { useSession } from '#web/api/use-session.ts'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { useStore } from '#web/lib/store.ts'
import { useCountPages } from './count-pages.ts'

// Neutral file name: lists of content blockers refuse scripts named after consent or cookies.
const UsageChoice = optionalPart(
  () => import('./usage-choice.tsx'),
  (m) => m.UsageChoice,
)

const FIRST_ACTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Whether the visitor has interacted with the page: before that nothing covers it. */
function useHasActed(): boolean {
  const [acted, setActed] = useState(false)
  useEffect(() => {
    const done = new AbortController()
    const act = () => {
      done.abort()
      setActed(true)
    }
    for (const type of FIRST_ACTS) addEventListener(type, act, { signal: done.signal, passive: true })
    return () => done.abort()
  }, [])
  return acted
}

/** Asks for consent where none was given, and counts pages once it is. */
export function Consent() {
  const answer = useStore(analyticsConsent)
  const { phase, user } = useSession()
  const acted = useHasActed()
  useCountPages()
  const id = user?.id
  useEffect(() => {
    if (id) void import('#web/api/consent-ledger.ts').then((ledger) => ledger.syncConsentWithAccount()).catch(() => {})
  }, [id])
  if (openView() !== null || !acted || answer !== null || phase === 'loading' || reasonNotCounted() !== null)
    return null
  return (
    <Suspense fallback={null}>
      <UsageChoice />
    </Suspense>
  )
}
