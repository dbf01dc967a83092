import { useNavigate } from 'react-router'
import { stateByCode } from '#contract/india/states.ts'
import type { ListedProfile } from '#contract/selling/seller-profile.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { useUser } from '#web/api/use-session.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { DecisionForm } from '#web/parts/admin/decision-form.tsx'
import { ProfileBadge, sellerKindWords } from '#web/parts/selling/profile-words.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'

/** What a seller says of themselves, and the decision about it. */
export function OpenProfile({ profile, after }: { profile: ListedProfile; after: string }) {
  const { legal_name, kind, address, state_code, pan, gstin, payee, payee_from, status, status_reason } = profile
  const facts: [string, string | null][] = [
    ['Account', `${profile.seller.display_name}, ${profile.seller.email}`],
    ['Kind', sellerKindWords()[kind]],
    ['Address', `${address}, ${stateByCode(state_code)?.name ?? state_code}`],
    ['PAN', pan],
    ['GSTIN', gstin],
    ['Paid to', payee],
    ['Paid from', payee_from ? formatExactTime(payee_from) : 'Immediately'],
  ]
  return (
    <Card aria-label={legal_name} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="flex flex-wrap items-center gap-2 text-lg">
        <bdi className="min-w-0 break-words">{legal_name}</bdi> <ProfileBadge status={status} />
      </h2>
      <dl className="grid gap-3 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="whitespace-pre-wrap break-words">{value ?? 'None'}</dd>
          </div>
        ))}
      </dl>
      {status_reason && <Callout title="Sent back">{status_reason}</Callout>}
      <Decision profile={profile} after={after} />
    </Card>
  )
}

const MOST = 500

/** Verify or send back. */
function Decision({ profile: { seller, updated_at, status }, after }: { profile: ListedProfile; after: string }) {
  const navigate = useNavigate()
  const own = useUser()?.id === seller.id ? 'You can’t review your own details.' : null
  const params = { id: seller.id }
  const send = async (right: boolean, reason: string) => {
    const seen_at = updated_at
    if (right) await call('decideSellerProfile', { params, body: { verdict: 'verified', seen_at } })
    else await call('decideSellerProfile', { params, body: { verdict: 'rejected', seen_at, reason } })
  }
  return (
    <DecisionForm
      draft={`seller-details.${seller.id}`}
      verb="Verify"
      help="The seller will see this. Required to send details back."
      most={MOST}
      closed={{ yes: own ?? (status === 'verified' ? 'Already verified.' : null), no: own }}
      decide={async (right, reason) => {
        try {
          await send(right, reason)
        } catch (error) {
          // They were changed in the meantime: the current details are the ones to review.
          if (error instanceof ApiError && error.code === 'stale_details') await refresh('listSellerProfiles')
          throw error
        }
        await navigate(after, { preventScrollReset: true })
        await refresh('listSellerProfiles')
      }}
    />
  )
}
