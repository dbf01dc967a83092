import type { ReactNode } from 'react'
import { stateByCode } from '#contract/india/states.ts'
import type { SellerProfile } from '#contract/selling/seller-profile.ts'
import { t } from '#web/lib/language.ts'
import { ProfileBadge, sellerKindWords } from '#web/parts/selling/profile-words.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** What is known of a seller; numbers that were given are shown in part. */
export function ProfileView({ profile, edit }: { profile: SellerProfile; edit: string }) {
  const { legal_name, kind, address, state_code, pan, gstin, payee, status } = profile
  return (
    <Card aria-label={t('Payee')}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {t('Payee')} <ProfileBadge status={status} />
          </span>
        }
        aside={<LinkButton href={edit}>{t('Change')}</LinkButton>}
      />
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Fact label={t('Legal name')}>
          <bdi>{legal_name}</bdi>
        </Fact>
        <Fact label={t('Kind')}>{sellerKindWords()[kind]}</Fact>
        <Fact label={t('Paid to')}>{payee ?? t('Not set')}</Fact>
        <Fact label="PAN">{pan ?? t('None (more tax is deducted)')}</Fact>
        <Fact label="GSTIN">{gstin ?? t('None')}</Fact>
        <Fact label={t('Contact for complaints')}>
          {[profile.contact_email, profile.contact_phone].filter(Boolean).join(' · ') ||
            t('Missing (required to sell)')}
        </Fact>
        <Fact label={t('Address')}>
          <bdi className="whitespace-pre-wrap">{address}</bdi>, {stateByCode(state_code)?.name ?? state_code}
        </Fact>
      </dl>
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-xs">{label}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)
