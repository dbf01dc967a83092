import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#contract/accounts/users.ts'
import { isSellerOrAbove } from '#contract/core/access.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { roleName } from '#web/parts/accounts/roles/role-texts.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 border-line border-b py-2.5 first:pt-0 last:border-0 last:pb-0">
      <dt className="text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** What the account is, in words and figures; none of it is edited here. */
export function AboutAccount({ user }: { user: User }) {
  return (
    <Card as="aside" aria-label={t('Your account')}>
      <h2 className="mb-4 text-lg">{t('Your account')}</h2>
      <dl>
        <Fact label={t('Email')}>
          {user.email}
          <span className="mt-1 block">
            {user.is_verified ? (
              <Badge tone="good">
                <BadgeCheck aria-hidden="true" className="size-3.5" />
                {t('Verified')}
              </Badge>
            ) : (
              <TextLink href={paths.settings('account')}>{t('Not verified')}</TextLink>
            )}
          </span>
        </Fact>
        <Fact label={t('Role')}>{roleName(user.role)}</Fact>
        <Fact label={t('Member since')}>{formatDay(user.created_at)}</Fact>
        <Fact label={t('Purchases')}>{formatNumber(user.total_purchases)}</Fact>
        {isSellerOrAbove(user.role) && (
          <>
            <Fact label={t('Sales')}>{formatNumber(user.total_sales)}</Fact>
            <Fact label={t('Commission')}>
              {t('{share} of each sale; you keep {rest}', {
                share: formatPercent(user.commission_rate),
                rest: formatPercent(1 - user.commission_rate),
              })}
            </Fact>
          </>
        )}
      </dl>
    </Card>
  )
}
