import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

export const SELLER_KIND_WORDS: Record<SellerProfile['kind'], string> = {
  individual: 'Individual',
  huf: 'Hindu undivided family',
  company: 'Company',
  firm: 'Firm or LLP',
  trust: 'Trust',
  other: 'Other',
}

const STATUS: Record<SellerProfile['status'], { label: string; tone: Tone }> = {
  pending: { label: 'Being checked', tone: 'warn' },
  verified: { label: 'Verified', tone: 'good' },
  rejected: { label: 'Changes needed', tone: 'bad' },
}

export const ProfileBadge = ({ status }: { status: SellerProfile['status'] }) => (
  <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
)
