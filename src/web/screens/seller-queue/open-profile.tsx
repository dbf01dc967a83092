import { Check, Undo2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { stateByCode } from '#contract/india/states.ts'
import type { ListedProfile } from '#contract/seller-profile.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { useUser } from '#web/api/use-session.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { ProfileBadge, SELLER_KIND_WORDS } from '#web/money/profile-words.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** What a seller says of themselves, and the decision about it. */
export function OpenProfile({ profile, after }: { profile: ListedProfile; after: string }) {
  const { legal_name, kind, address, state_code, pan, gstin, payee, payee_from, status, status_reason } = profile
  const facts: [string, string | null][] = [
    ['Account', `${profile.seller.display_name}, ${profile.seller.email}`],
    ['Kind', SELLER_KIND_WORDS[kind]],
    ['Address', `${address}, ${stateByCode(state_code)?.name ?? state_code}`],
    ['PAN', pan],
    ['GSTIN', gstin],
    ['Paid to', payee],
    ['Paid from', payee_from ? formatExactTime(payee_from) : 'At once'],
  ]
  return (
    <Card aria-label={legal_name} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="flex flex-wrap items-center gap-2 text-lg">
        <bdi className="min-w-0 break-words">{legal_name}</bdi> <ProfileBadge status={status} />
      </h2>
      <dl className="grid gap-3 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-sm">{label}</dt>
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

/** Verify or send back, with the mouse or with A and R; Ctrl+Enter sends the reason. */
function Decision({ profile: { seller, updated_at, status }, after }: { profile: ListedProfile; after: string }) {
  const draft = `seller-details.${seller.id}`
  const [reason, setReason] = useState(() => readDraft(draft).reason ?? '')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const navigate = useNavigate()
  const own = useUser()?.id === seller.id ? 'Nobody checks details of their own.' : undefined
  const verified = status === 'verified' ? 'They are verified already.' : undefined
  const decide = useAction(async (right: boolean) => {
    const params = { id: seller.id }
    try {
      if (right) await call('decideSellerProfile', { params, body: { verdict: 'verified', seen_at: updated_at } })
      else
        await call('decideSellerProfile', {
          params,
          body: { verdict: 'rejected', seen_at: updated_at, reason: reason.trim() },
        })
    } catch (error) {
      // They were changed meanwhile: what stands there now is what is to be looked at.
      if (error instanceof ApiError && error.code === 'stale_details') await refresh('listSellerProfiles')
      throw error
    }
    keepDraft(draft, null)
    await navigate(after, { preventScrollReset: true })
    await refresh('listSellerProfiles')
  })
  const sendBack = () => {
    setTried(true)
    if (reason.trim() === '') field.current?.focus()
    else void decide.run(false)
  }
  useKeys(own === undefined, {
    a: () => verified === undefined && void decide.run(true),
    r: () => field.current?.focus(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sendBack()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 rounded border border-line bg-sunken p-4">
      <TextArea
        ref={field}
        label="Reason"
        rows={2}
        help="The seller reads it. It must be given to send details back."
        value={reason}
        maxLength={MOST}
        error={tried && reason.trim() === '' ? 'Say what has to change' : undefined}
        onChange={(event) => {
          setReason(event.target.value)
          keepDraft(draft, { reason: event.target.value })
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sendBack()
        }}
      />
      {decide.error !== null && <Callout tone="bad">{friendly(decide.error)}</Callout>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          icon={<Check aria-hidden="true" />}
          busy={decide.busy && 'Deciding...'}
          reason={own ?? verified}
          onClick={() => void decide.run(true)}
        >
          Verify <Kbd>A</Kbd>
        </Button>
        <Button type="submit" icon={<Undo2 aria-hidden="true" />} disabled={decide.busy} reason={own}>
          Send back <Kbd>R</Kbd>
        </Button>
      </div>
    </form>
  )
}
