import { CircleAlert, CircleCheck, Info, Send } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ChecklistItem } from '#contract/agents/publishing.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { useSampleRuns } from './samples-step.tsx'
import type { OwnDraft } from './use-own-draft.ts'

/** What is still missing, and the way before the reviewers. */
export function SubmitStep({ own }: { own: OwnDraft }) {
  const { agent, draft, set, errors, flush } = own
  const [agreed, setAgreed] = useState(false)
  const navigate = useNavigate()
  useSampleRuns(agent.samples)
  const missing = agent.checklist.filter(({ required, done }) => required && !done)
  const runs = useAction(async () => {
    await flush()
    await call('runAgentSamples', { params: { id: agent.id } })
    await refresh('getOwnAgent')
  })
  const submit = useAction(async () => {
    await flush()
    await call('submitAgent', { params: { id: agent.id }, body: { acknowledge_score: agreed } })
    await refresh('getOwnAgent', 'listOwnAgents', 'listHub')
    await navigate(paths.sellerAgents())
  })
  const fell = submit.error instanceof ApiError && submit.error.code === 'score_fell'
  const unsaid = fell && !agreed ? t('Confirm that you want to publish it, or improve the version.') : undefined
  const reason = agent.abilities.submit.reason ?? (missing[0] ? `${missing[0].title}: ${missing[0].reason}` : unsaid)
  return (
    <>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 [&>header]:mb-0">
        <CardHeader
          title={missing.length === 0 ? t('Ready for review') : t('Missing')}
          aside={
            <span className="text-muted">
              {priceText({ type: draft.price_type, paise: draft.price_paise, currency: 'INR' })}
            </span>
          }
        />
        <ul className="grid gap-1">
          {[...agent.checklist]
            .sort((a, b) => weight(a) - weight(b))
            .map((item) => (
              <Line key={item.key} id={agent.id} item={item} />
            ))}
        </ul>
        {agent.checklist.some(({ key, done }) => key === 'sample_runs' && !done) && agent.samples.length > 0 && (
          <div>
            <Button busy={runs.busy && t('Starting...')} onClick={() => void runs.run()}>
              {t('Run samples')}
            </Button>
          </div>
        )}
        {runs.error !== null && <Callout tone="bad">{friendly(runs.error)}</Callout>}
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 [&>header]:mb-0">
        <CardHeader
          title={agent.number === null ? t('Submit') : t('Submit version {number}', { number: agent.number + 1 })}
        >
          {t('A reviewer will check it, usually within a working day. We’ll notify you here and by email.')}
        </CardHeader>
        {agent.number !== null && (
          <TextArea
            label={t('What’s new')}
            rows={3}
            value={draft.changelog}
            maxLength={PUBLISHING.changelog}
            error={errors.changelog}
            help={t('Buyers see this before they upgrade.')}
            onChange={(event) => set({ changelog: event.target.value })}
          />
        )}
        {submit.error !== null && <Callout tone="bad">{friendly(submit.error)}</Callout>}
        {fell && (
          <Checkbox
            label={t('I understand and want to publish it')}
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            size="lg"
            icon={<Send aria-hidden="true" />}
            busy={submit.busy && t('Submitting...')}
            reason={reason}
            onClick={() => void submit.run()}
          >
            {t('Submit for review')}
          </Button>
          {reason && <p className="text-muted text-base">{reason}</p>}
        </div>
      </Card>
    </>
  )
}

/** What stops the submission comes first, then what is recommended, then what is done. */
const weight = ({ done, required }: ChecklistItem): number => (done ? 2 : required ? 0 : 1)

function Line({ id, item }: { id: string; item: ChecklistItem }) {
  const { done, required, title, reason, step } = item
  const Icon = done ? CircleCheck : required ? CircleAlert : Info
  return (
    <li className="flex items-start gap-2 py-1 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      <Icon aria-hidden="true" className={done ? 'text-good' : required ? 'text-warn' : 'text-muted'} />
      <span>
        <span className={done ? 'text-muted' : 'font-medium'}>{title}</span>
        {!done && (
          <>
            {!required && <span className="text-muted text-xs"> {t('(recommended)')}</span>}
            <span className="block text-muted text-xs">
              {reason}{' '}
              {(item.key === 'cases' || item.key === 'evaluation') && (
                <TextLink href={paths.sellerEvaluations(id)}>{t('Test cases')}</TextLink>
              )}{' '}
              {step !== 'submit' && <TextLink href={paths.publish({ agent: id, step })}>{t('Fix')}</TextLink>}
            </span>
          </>
        )}
      </span>
    </li>
  )
}
