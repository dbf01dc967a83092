/** How a trigger from an app is: what was found last, what went wrong, and what is entered at the service by hand. */
import type { WorkflowTrigger } from '#contract/workflows/triggers.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Address, Facts } from './facts.tsx'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const when = (time: string | null, never: string) => (time === null ? never : <RelativeTime time={time} />)

export function AppEvent({ workflow, trigger }: { workflow: string; trigger: WorkflowTrigger }) {
  const { settings, app, address } = trigger
  const integration = text(settings.integration)
  return (
    <>
      {app && <State workflow={workflow} app={app} />}
      <Facts
        facts={[
          [t('Starts on'), text(settings.title) || text(settings.trigger)],
          [
            t('App'),
            integration === '' ? (
              t('None')
            ) : (
              <TextLink key="app" href={paths.integration(integration)}>
                {app?.name ?? integration}
              </TextLink>
            ),
          ],
          ...(app ? factsOf(app, settings) : []),
        ]}
      />
      {app?.setup && <p>{app.setup}</p>}
      <Address title={t('Address')} path={address}>
        {t('Enter it at the service.')}
      </Address>
      {app?.secret && <CodeBlock code={app.secret} label={t('Secret')} />}
    </>
  )
}

type App = NonNullable<WorkflowTrigger['app']>

const factsOf = (app: App, settings: WorkflowTrigger['settings']) => [
  [t('Last checked'), when(app.checked_at, t('Not yet'))] as const,
  [t('Last new item'), when(app.item_at, t('None yet'))] as const,
  ...(app.kind === 'polling'
    ? [
        [t('Next check'), when(app.next_at, t('After you start it again'))] as const,
        [t('Checked every'), everyText(settings.every_minutes)] as const,
      ]
    : []),
  ...(app.waiting > 0 ? [[t('Waiting to start'), String(app.waiting)] as const] : []),
]

const everyText = (minutes: unknown): string =>
  minutes === 1 ? t('1 minute') : t('{count} minutes', { count: Number(minutes ?? 5) })

function State({ workflow, app }: { workflow: string; app: App }) {
  const check = useAction(async () => {
    await call('checkAppTrigger', { params: { id: workflow } })
    await refresh('listTriggers')
  })
  if (app.state === 'stopped')
    return (
      <Callout tone="bad" title={t('This trigger has stopped')}>
        <p>{app.error}</p>
        <div className="mt-2">
          <Button size="sm" busy={check.busy && t('Starting...')} onClick={() => void check.run()}>
            {t('Start again')}
          </Button>
        </div>
        {check.error !== null && <p className="mt-2">{friendly(check.error)}</p>}
      </Callout>
    )
  return (
    <>
      {app.error && (
        <Callout tone="warn">{t('The last check failed and will be repeated. {error}', { error: app.error })}</Callout>
      )}
      {app.waiting_reason && (
        <Callout tone="warn">
          {t('Some items haven’t started a run yet and will be tried again. {reason}', {
            reason: app.waiting_reason,
          })}
        </Callout>
      )}
      {app.state === 'starting' && !app.error && <Callout>{t('Connecting to the app.')}</Callout>}
      {check.error !== null && <Callout tone="bad">{friendly(check.error)}</Callout>}
      {app.kind === 'polling' && (
        <div>
          <Button size="sm" busy={check.busy && t('Checking...')} onClick={() => void check.run()}>
            {t('Check now')}
          </Button>
        </div>
      )}
    </>
  )
}
