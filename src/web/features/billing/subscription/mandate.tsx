import type { CurrentSubscription } from '#contract/billing/subscriptions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

const methods = (): Readonly<Record<string, string>> => ({ card: t('card'), upi: 'UPI', emandate: t('bank account') })

/** What the bank may be asked for without its customer: how much, how long, and the way out (RBI e-mandate framework). */
export function Mandate({ mandate }: { mandate: NonNullable<CurrentSubscription['mandate']> }) {
  const { method, max_paise, valid_until } = mandate
  const end = useAction(async () => {
    await call('endMandate', {})
    await refresh('getCurrentSubscription')
  })
  return (
    <div className="grid gap-2">
      <p className="text-muted text-base">
        {valid_until === null
          ? t(
              'Renewals up to {price} are charged to your {method}. We’ll tell you at least a day before each charge. You can end this permission at any time: your plan stays, and you pay renewals yourself.',
              { price: formatPaise(max_paise), method: methods()[method] ?? method },
            )
          : t(
              'Renewals up to {price} are charged to your {method}, until {day}. We’ll tell you at least a day before each charge. You can end this permission at any time: your plan stays, and you pay renewals yourself.',
              { price: formatPaise(max_paise), method: methods()[method] ?? method, day: formatFullDay(valid_until) },
            )}
      </p>
      <div>
        <Button size="sm" busy={end.busy && t('Ending...')} onClick={() => void end.run()}>
          {t('End permission')}
        </Button>
      </div>
      {end.error !== null && <Callout tone="bad">{friendly(end.error)}</Callout>}
    </div>
  )
}
