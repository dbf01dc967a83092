import { useEffect, useRef, useState } from 'react'
import { CONSENT_ITEMS } from '#contract/consent-values.ts'
import type { Answer } from '#web/api/consent.ts'
import { giveAnswer } from '#web/api/consent-ledger.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'

const overlaps = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Goes to the other end of the screen when it would cover what has the focus (WCAG 2.4.11). */
function useOutOfTheWay(ref: React.RefObject<HTMLElement | null>): boolean {
  const [up, setUp] = useState(false)
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const banner = ref.current
      if (!banner || !(target instanceof Element) || banner.contains(target)) return
      // After the browser has scrolled it into view.
      requestAnimationFrame(() => {
        if (overlaps(banner.getBoundingClientRect(), target.getBoundingClientRect())) setUp((before) => !before)
      })
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [ref])
  return up
}

/** Asks once whether this browser may be counted. Yes and No weigh the same; until then, and after a No, nothing is sent. */
export function ConsentBanner() {
  const ref = useRef<HTMLElement>(null)
  const up = useOutOfTheWay(ref)
  const answer = (given: Answer) => void giveAnswer(given).catch(() => {})
  return (
    <section
      ref={ref}
      aria-labelledby="consent-title"
      className={`fixed right-4 left-4 z-30 ml-auto grid max-h-[60dvh] max-w-md animate-rise gap-3 overflow-y-auto rounded border border-line bg-surface p-4 shadow-float ${up ? 'top-16' : 'bottom-4'}`}
    >
      <h2 id="consent-title" className="text-lg">
        {t('May we count what is used?')}
      </h2>
      <ul className="grid list-disc gap-1 pl-5 text-muted">
        {CONSENT_ITEMS.map((item) => (
          <li key={item}>{t(item)}</li>
        ))}
      </ul>
      <p className="text-muted">
        {t('You can change your mind at any time, here:')}{' '}
        <TextLink href={paths.privacy()}>{t('Privacy Policy')}</TextLink>
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => answer('declined')}>{t('Decline')}</Button>
        <Button onClick={() => answer('granted')}>{t('Accept')}</Button>
      </div>
    </section>
  )
}
