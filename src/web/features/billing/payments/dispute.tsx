import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { EVIDENCE_LIMITS } from '#contract/billing/dispute-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { keepDraft, readDraft } from '#web/lib/draft.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { disputeState } from './disputes.tsx'
import { EvidenceFiles } from './evidence-files.tsx'
import { EvidenceSentBack } from './evidence-sent-back.tsx'

export const disputeQuery = (id: string) => q('getDispute', { params: { id } })

type Detail = DataOf<'getDispute'>

/** One dispute: what is known, the evidence against it, and its end. */
export function DisputeView({ id, back }: { id: string; back: string }) {
  const dispute = useData(disputeQuery(id))
  const text = useText(dispute)
  const { title, gateway_payment_id, status, paise, reason, respond_by, buyer_name, evidence, abilities } = dispute
  const [words, tone] = disputeState(dispute)
  const [sentBack] = evidence.sent_back
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <LinkButton size="sm" href={back} icon={<ArrowLeft aria-hidden="true" />}>
          {t('All disputes')}
        </LinkButton>
      </div>
      <div className="grid gap-1">
        <h2 className="flex flex-wrap items-center gap-2 text-xl [overflow-wrap:anywhere]">
          <bdi>{title ?? gateway_payment_id}</bdi> <Badge tone={tone}>{words}</Badge>
        </h2>
        <p className="text-muted">
          {formatPaise(paise)}, {reason.replaceAll('_', ' ')}
          {buyer_name && (
            <>
              {', '}
              <bdi>{buyer_name}</bdi>
            </>
          )}
        </p>
        {status === 'open' && respond_by !== null && (
          <p>
            {fill(t('Respond by {time} ({left})', { time: formatExactTime(respond_by), left: '{left}' }), {
              left: <RelativeTime time={respond_by} />,
            })}
          </p>
        )}
      </div>
      {evidence.last_error !== null && status === 'open' && (
        <Callout tone="bad" title={t('The evidence couldn’t be submitted')}>
          {evidence.last_error}
        </Callout>
      )}
      {sentBack && status === 'open' && (
        <Callout tone="warn" title={t('The bank asked for better evidence')}>
          {t('The evidence was incomplete, unreadable or didn’t match the disputed amount.')}{' '}
          {abilities.submit.allowed
            ? t('Update it below and submit it again before the deadline.')
            : abilities.edit.allowed && t('Update it below before the deadline. An admin submits it again.')}
        </Callout>
      )}
      <Facts facts={evidence.facts} />
      <Summary dispute={dispute} text={text} />
      <EvidenceFiles dispute={dispute} />
      <Ends dispute={dispute} text={text} />
      <EvidenceSentBack sentBack={evidence.sent_back} />
    </div>
  )
}

const Facts = ({ facts }: { facts: Detail['evidence']['facts'] }) => (
  <section aria-labelledby="facts" className="grid gap-2">
    <h3 id="facts" className="text-lg">
      {t('Payment record')}
    </h3>
    <p className="text-muted text-base">
      {t('Submitted as a PDF together with the invoice. It never includes the input or output of runs.')}
    </p>
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="[overflow-wrap:anywhere] max-sm:mb-2">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

interface Text {
  summary: string
  /** Not saved yet. */
  changed: boolean
  write(summary: string): void
  save(): Promise<void>
}

/** The response to the bank, as it is typed: kept over a reload until it is saved. */
function useText({ id, evidence, abilities }: Detail): Text {
  const draft = `dispute.${id}`
  const [summary, setSummary] = useState(
    () => (abilities.edit.allowed ? readDraft(draft).summary : undefined) ?? evidence.summary,
  )
  const write = (text: string) => {
    setSummary(text)
    keepDraft(draft, text.trim() === evidence.summary ? null : { summary: text })
  }
  const save = async () => {
    await call('putDisputeEvidence', { params: { id }, body: { summary: summary.trim() } })
    keepDraft(draft, null)
    await refresh('getDispute')
  }
  return { summary, changed: abilities.edit.allowed && summary.trim() !== evidence.summary, write, save }
}

function Summary({ dispute, text }: { dispute: Detail; text: Text }) {
  const { evidence, abilities } = dispute
  const save = useAction(text.save)
  if (!abilities.edit.allowed && evidence.summary === '') return null
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save.run()
      }}
    >
      <TextArea
        label={t('Your response to the bank')}
        help={t('Say why the payment is valid. {count} of {most} characters.', {
          count: text.summary.length,
          most: EVIDENCE_LIMITS.summary,
        })}
        maxLength={EVIDENCE_LIMITS.summary}
        readOnly={!abilities.edit.allowed}
        value={text.summary}
        onChange={(event) => text.write(event.target.value)}
      />
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
      {abilities.edit.allowed && (
        <div>
          <Button
            type="submit"
            size="sm"
            busy={save.busy && t('Saving...')}
            reason={text.changed ? undefined : t('There are no changes to save')}
          >
            {t('Save response')}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Submitting and accepting cannot be undone here; the bank decides, or sends the evidence back. */
function Ends({ dispute, text }: { dispute: Detail; text: Text }) {
  const { id, abilities, status } = dispute
  const [asked, setAsked] = useState<'submit' | 'accept' | null>(null)
  const [confirmed, confirming] = useConfirmed()
  const end = useAction(async () => {
    try {
      // What the page shows is what is submitted.
      if (asked === 'submit' && text.changed) await text.save()
      await confirmed(() =>
        asked === 'submit' ? call('submitDispute', { params: { id } }) : call('acceptDispute', { params: { id } }),
      )
    } catch (error) {
      if (error instanceof NotConfirmed) return
      await refresh('getDispute')
      throw error
    }
    setAsked(null)
    await refresh('getDispute', 'listDisputes', 'listOwnDisputes')
  })
  if (status !== 'open') return null
  if (!abilities.submit.allowed) return <p className="text-muted">{abilities.submit.reason}</p>
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => setAsked('submit')}>
        {t('Submit evidence')}
      </Button>
      <Button variant="danger" onClick={() => setAsked('accept')}>
        {t('Accept dispute')}
      </Button>
      {asked !== null && (
        <Dialog
          open
          onClose={() => setAsked(null)}
          title={asked === 'submit' ? t('Submit this evidence?') : t('Accept this dispute?')}
          size="sm"
          footer={
            <>
              <Button onClick={() => setAsked(null)}>{t('Cancel')}</Button>
              <Button
                variant={asked === 'submit' ? 'primary' : 'danger'}
                busy={end.busy && t('Sending...')}
                onClick={() => void end.run()}
              >
                {asked === 'submit' ? t('Submit evidence') : t('Accept dispute')}
              </Button>
            </>
          }
        >
          <div className="grid gap-3">
            <p>
              {asked === 'submit'
                ? t(
                    'The bank reviews the evidence as it is now. You can change it again only if the bank asks for more. We’ll notify you of its decision.',
                  )
                : t(
                    'The buyer gets {amount} back and loses what they bought, as far as it isn’t used. You can’t undo this.',
                    { amount: formatPaise(dispute.paise) },
                  )}
            </p>
            {end.error !== null && <Callout tone="bad">{friendly(end.error)}</Callout>}
          </div>
        </Dialog>
      )}
      {confirming}
    </div>
  )
}
