import { useAction } from '#web/api/action.ts'
import { analyticsConsent, reasonNotCounted } from '#web/api/consent.ts'
import { recordConsent } from '#web/api/consent-ledger.ts'
import { friendly } from '#web/api/friendly.ts'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Switch } from '#web/ui/forms/checkbox.tsx'

const reasonOf = (never: 'flag' | 'browser'): string =>
  ({
    flag: t('Usage analytics are off in this browser.'),
    browser: t('Your browser asks not to be tracked, so analytics are off.'),
  })[never]

/** Agreeing to being counted, and withdrawing, as easily; for visitors too. */
export function CountingSwitch() {
  const answer = useStore(analyticsConsent)
  const inBrowser = useInBrowser()
  const give = useAction((on: boolean) => recordConsent(on ? 'granted' : 'declined'))
  // What this browser has chosen is known in the browser alone.
  if (!inBrowser) return null
  const never = reasonNotCounted()
  return (
    <div className="grid gap-3">
      <Switch
        label={t('Allow usage analytics')}
        help={
          never
            ? reasonOf(never)
            : t('Applies to this browser, and to your account when you’re signed in. When off, nothing is sent.')
        }
        disabled={never !== null}
        checked={never === null && answer === 'granted'}
        onChange={(event) => void give.run(event.target.checked)}
      />
      {give.error !== null && <Callout tone="bad">{friendly(give.error)}</Callout>}
    </div>
  )
}
