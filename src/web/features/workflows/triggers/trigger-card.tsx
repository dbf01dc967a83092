import type { WorkflowTrigger } from '#contract/workflows/triggers.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { formatOnClock, MISSED } from '#web/parts/workflows/schedules/on-clock.ts'
import { triggerTitles } from '#web/parts/workflows/trigger-titles.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { AppEvent } from './app-event.tsx'
import { Address, Facts, whole } from './facts.tsx'
import { HookProtection } from './hook-protection.tsx'
import { TableChanges } from './table-changes.tsx'

interface Props {
  workflow: string
  trigger: WorkflowTrigger
  mailIn: boolean
}

export function TriggerCard({ workflow, trigger, mailIn }: Props) {
  const { type, paused, enabled } = trigger
  const pause = useAction(async () => {
    await call('updateTrigger', { params: { id: workflow, type }, body: { paused: !paused } })
    await refresh('listTriggers')
  })
  return (
    <Card aria-label={triggerTitles()[type]}>
      <CardHeader
        title={triggerTitles()[type]}
        aside={
          <div className="flex items-center gap-3">
            <State trigger={trigger} />
            <Button size="sm" busy={pause.busy && t('Saving...')} onClick={() => void pause.run()}>
              {paused ? t('Resume') : t('Pause')}
            </Button>
          </div>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {pause.error !== null && <Callout tone="bad">{friendly(pause.error)}</Callout>}
        {!enabled && <Callout>{t('Publish the workflow to activate this trigger.')}</Callout>}
        {enabled && draftDiffers(trigger) && (
          <Callout>
            {trigger.draft_settings === null
              ? t('The draft has a different trigger. This one is removed when you publish.')
              : t('The draft has different settings. They apply when you publish.')}
          </Callout>
        )}
        {type === 'schedule' && <Schedule trigger={trigger} />}
        {type === 'webhook' && <Webhook workflow={workflow} trigger={trigger} />}
        {type === 'form' && <Form trigger={trigger} />}
        {type === 'chat' && <Chat trigger={trigger} />}
        {type === 'email' && <Mail trigger={trigger} mailIn={mailIn} />}
        {type === 'table' && <TableChanges trigger={trigger} />}
        {type === 'app' && <AppEvent workflow={workflow} trigger={trigger} />}
        {type === 'error' && <p>{t('Starts when another of your workflows fails, with the error.')}</p>}
      </div>
    </Card>
  )
}

function State({ trigger: { enabled, paused, app } }: { trigger: WorkflowTrigger }) {
  if (!enabled) return <Badge>{t('Draft only')}</Badge>
  if (paused) return <Badge tone="warn">{t('Paused')}</Badge>
  return app?.state === 'stopped' ? <Badge tone="bad">{t('Stopped')}</Badge> : <Badge tone="good">{t('On')}</Badge>
}

const draftDiffers = ({ settings, draft_settings }: WorkflowTrigger): boolean =>
  canonicalJson(settings) !== canonicalJson(draft_settings)

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

const missedText = (policy: unknown): string => t(MISSED[policy as keyof typeof MISSED] ?? MISSED.run_once)

/** Why a schedule has no next time. */
const noTimes = ({ paused, enabled }: WorkflowTrigger): string =>
  paused ? t('None while paused.') : enabled ? t('This schedule never runs.') : t('None until published.')

function Schedule({ trigger }: { trigger: WorkflowTrigger }) {
  const { settings, next_runs } = trigger
  const zone = text(settings.time_zone, 'Asia/Kolkata')
  return (
    <>
      <Facts
        facts={[
          [t('When'), <code key="cron">{text(settings.cron, '0 9 * * *')}</code>],
          [t('Time zone'), zone],
          [t('Missed times'), missedText(settings.missed)],
        ]}
      />
      <section aria-label={t('Next runs')}>
        <h3 className="mb-1 font-medium text-base">{t('Next runs')}</h3>
        {next_runs.length > 0 ? (
          <ol className="grid gap-1">
            {next_runs.map((time) => (
              <li key={time}>
                <time dateTime={time}>{formatOnClock(time, zone)}</time>
              </li>
            ))}
          </ol>
        ) : (
          <p className="text-muted">{noTimes(trigger)}</p>
        )}
      </section>
    </>
  )
}

const responds = (): Record<string, string> => ({
  immediately: t('Immediately, with the run ID'),
  when_finished: t('With the result; after 25 seconds, with the run ID'),
  respond_node: t('Set by the step “Answer the webhook”'),
})

function Webhook({ workflow, trigger }: { workflow: string; trigger: WorkflowTrigger }) {
  const { settings, address, test_address } = trigger
  return (
    <>
      <Address title={t('Address')} path={address}>
        {trigger.enabled ? t('Production address.') : t('Works after the workflow is published.')}
      </Address>
      <Address title={t('Test address')} path={test_address}>
        {t('Runs the draft. Received requests are shown below.')}
      </Address>
      <Facts
        facts={[
          [t('Method'), text(settings.method, 'POST')],
          [t('Answer'), responds()[text(settings.respond, 'immediately')]],
          [
            t('Duplicate requests'),
            settings.dedupe ? <code key="same">{text(settings.dedupe, '')}</code> : t('Runs again'),
          ],
        ]}
      />
      <HookProtection workflow={workflow} settings={trigger.draft_settings ?? settings} />
    </>
  )
}

function Form({ trigger: { address, paused } }: { trigger: WorkflowTrigger }) {
  return (
    <>
      <Address title={t('Address')} path={address}>
        {t('Anyone with the link can fill in the form.')}
      </Address>
      {address !== null && !paused && <TextLink href={address}>{t('Open form')}</TextLink>}
    </>
  )
}

function Chat({ trigger: { address } }: { trigger: WorkflowTrigger }) {
  const example = `curl -X POST ${whole(address ?? '')} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"message": "Hello"}'`
  return (
    <section aria-label={t('Example')} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-muted text-base">
        {t(
          'Send a message; the response is the workflow’s output. Send the session back, and earlier messages as history.',
        )}
      </p>
      <CodeBlock code={example} label={t('Example')} />
    </section>
  )
}

function Mail({ trigger: { address }, mailIn }: { trigger: WorkflowTrigger; mailIn: boolean }) {
  if (!mailIn || address === null) {
    return (
      <Callout title={t('Email isn’t set up')}>
        {t('The operator hasn’t set up incoming email (MAIL_IN_PORT).')}
      </Callout>
    )
  }
  return (
    <section aria-label={t('Address')} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-muted text-base">{t('Each email to this address starts the workflow.')}</p>
      <CodeBlock code={address} label={t('Address')} />
    </section>
  )
}
