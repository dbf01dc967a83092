import { useSearchParams } from 'react-router'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { nextPayout } from './next-payout.ts'
import {
  type PayoutsState,
  payoutsPath,
  payoutsQuery,
  profileQuery,
  readPayoutsState,
  statementQuery,
} from './payouts-address.ts'
import { PayoutsTable } from './payouts-table.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileView } from './profile-view.tsx'
import { Statement } from './statement.tsx'

export const loader = async ({ url }: ScreenArgs) => {
  const state = readPayoutsState(url.searchParams)
  const statement = state.tab === 'statement' && load(statementQuery(state))
  await Promise.all([load(profileQuery), load(payoutsQuery(state)), statement])
}

/** What a seller is paid, where to, and why nothing would be paid now. */
export function Component() {
  const [params] = useSearchParams()
  const state = readPayoutsState(params)
  const { profile } = useData(profileQuery)
  const editing = state.edit
  return (
    <SellerFrame title={t('Payouts')} intro={t('Your earnings are paid to your bank account or UPI ID once a month.')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Standing state={state} />
        {editing ? (
          <ProfileForm profile={profile} close={payoutsPath({ ...state, edit: false })} />
        ) : (
          profile && <ProfileView profile={profile} edit={payoutsPath({ ...state, edit: true })} />
        )}
        <Tabs
          label={t('Payout history')}
          active={state.tab}
          tabs={[
            { key: 'payouts', label: t('Payouts'), href: payoutsPath({}) },
            { key: 'statement', label: t('Statement'), href: payoutsPath({ tab: 'statement' }) },
          ]}
        />
        {state.tab === 'payouts' ? <PayoutsTable state={state} /> : <Statement state={state} />}
      </div>
    </SellerFrame>
  )
}

function Standing({ state }: { state: PayoutsState }) {
  const { profile } = useData(profileQuery)
  const payouts = useData(payoutsQuery(state))
  const next = nextPayout(payouts, profile, Date.now())
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:grid-cols-3">
        <Stat label={t('Payable')} value={formatPaise(payouts.payable_paise)} />
        <Stat label={t('Held')} value={formatPaise(payouts.held_paise)} detail={t('until the refund period ends')} />
        <Stat label={t('Minimum payout')} value={formatPaise(payouts.least_paise)} />
      </dl>
      <Callout tone={next.tone} title={next.title}>
        <div className="grid justify-items-start gap-3">
          <p className="whitespace-pre-wrap break-words">{next.message}</p>
          {next.step !== null && !state.edit && (
            <LinkButton variant="primary" href={payoutsPath({ ...state, edit: true })}>
              {next.step}
            </LinkButton>
          )}
        </div>
      </Callout>
    </div>
  )
}
