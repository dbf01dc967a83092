import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

export const sellerKindWords = (): Record<SellerProfile['kind'], string> => ({
  individual: t('Individual'),
  huf: t('Hindu undivided family'),
  company: t('Company'),
  firm: t('Firm or LLP'),
  trust: t('Trust'),
  other: t('Other'),
})

const statusWords = (): Record<SellerProfile['status'], { label: string; tone: Tone }> => ({
  pending: { label: t('Being checked'), tone: 'warn' },
  verified: { label: t('Verified'), tone: 'good' },
  rejected: { label: t('Changes needed'), tone: 'bad' },
})

export const ProfileBadge = ({ status }: { status: SellerProfile['status'] }) => (
  <Badge tone={statusWords()[status].tone}>{statusWords()[status].label}</Badge>
)
