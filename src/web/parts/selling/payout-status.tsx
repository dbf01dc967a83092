import type { PayoutStatus } from '#contract/selling/payouts.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

export const PAYOUT_WORDS: Record<PayoutStatus, { label: string; tone: Tone }> = {
  prepared: { label: 'Prepared', tone: 'neutral' },
  sent: { label: 'Sent to bank', tone: 'warn' },
  paid: { label: 'Paid', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  reversed: { label: 'Returned', tone: 'bad' },
}

export const PayoutBadge = ({ status }: { status: PayoutStatus }) => (
  <Badge tone={PAYOUT_WORDS[status].tone}>{t(PAYOUT_WORDS[status].label)}</Badge>
)
