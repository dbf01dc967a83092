import { type RefObject, useEffect, useRef, useState } from 'react'
import { CONSENT_ITEMS } from '#contract/accounts/consent-values.ts'
import type { Answer } from '#web/api/consent.ts'
import { recordConsent } from '#web/api/consent-ledger.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useRoomBelow } from '#web/ui/overlays/room-below.ts'

/** Of a large area that has the focus, at least this much stays in sight, in px; a control stays in sight whole. */
const LEAST_SEEN = 24

/** Gives way to what has the focus (WCAG 2.4.11): the page scrolls; what cannot be scrolled sends the bar to the top. */
function useOutOfTheWay(ref: RefObject<HTMLElement | null>): boolean {
  const [up, setUp] = useState(false)
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const bar = ref.current
      if (!bar || !(target instanceof Element) || bar.contains(target) || target.closest('dialog')) return
      const top = innerHeight - bar.offsetHeight
      const covered = () => {
        const { top: from, height } = target.getBoundingClientRect()
        return from < innerHeight && from + (height > top / 2 ? LEAST_SEEN : height) > top
      }
      // After the browser has scrolled it into view.
      requestAnimationFrame(() => {
        if (covered()) target.scrollIntoView({ block: 'nearest', behavior: 'instant' })
        setUp(covered())
      })
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [ref])
  return up
}

/** Asks once whether this browser may be counted. Yes and No weigh the same; until then, and after a No, nothing is sent. */
export function UsageChoice() {
  const ref = useRef<HTMLElement>(null)
  const up = useOutOfTheWay(ref)
  const [details, setDetails] = useState(false)
  useRoomBelow(ref, !up)
  return (
    <>
      <section
        ref={ref}
        aria-labelledby="consent-title"
        className={`fixed inset-x-0 z-30 animate-rise border-line bg-surface py-2.5 print:hidden ${up ? 'top-14 border-b' : 'bottom-0 border-t'}`}
      >
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4">
          <p className="min-w-0 grow basis-72 text-muted text-base">
            <span id="consent-title" className="font-medium text-ink">
              {t('Allow anonymous usage analytics?')}
            </span>{' '}
            {t('We keep it for 13 months and never store names.')}{' '}
            <button
              type="button"
              onClick={() => setDetails(true)}
              className="min-h-6 font-medium text-indigo underline underline-offset-2"
            >
              {t('Details')}
            </button>
          </p>
          <Answers />
        </div>
      </section>
      <Dialog open={details} onClose={() => setDetails(false)} title={t('What we collect')} footer={<Answers />}>
        <Notice onLeave={() => setDetails(false)} />
      </Dialog>
    </>
  )
}

/** Item by item, as the law wants it (DPDP Act 2023, s. 5). */
const Notice = ({ onLeave }: { onLeave: () => void }) => (
  <div className="grid gap-3">
    <ul className="grid list-disc gap-1.5 pl-5">
      {CONSENT_ITEMS.map((item) => (
        <li key={item}>{t(item)}</li>
      ))}
    </ul>
    <p className="text-muted">
      {t('You can change this at any time:')}{' '}
      <TextLink href={paths.privacy()} onClick={onLeave}>
        {t('Privacy Policy')}
      </TextLink>
    </p>
  </div>
)

function Answers() {
  const answer = (given: Answer) => void recordConsent(given).catch(() => {})
  return (
    <div className="grid min-w-52 grow grid-cols-2 gap-2 sm:grow-0">
      <Button onClick={() => answer('declined')}>{t('Decline')}</Button>
      <Button onClick={() => answer('granted')}>{t('Accept')}</Button>
    </div>
  )
}
