import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { JsonObject } from '#contract/core/primitives.ts'
import { serviceModel } from '#contract/services/openai-values.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { ServiceBatches } from '#web/features/services/batches/service-batches.tsx'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { ByA2a } from '#web/parts/agents/listing/by-a2a.tsx'
import { ByMcp } from '#web/parts/agents/listing/by-mcp.tsx'
import { ByOpenAi } from '#web/parts/agents/listing/by-openai.tsx'
import { curlSnippets } from '#web/parts/agents/listing/snippets.ts'
import { UpgradeService } from '#web/parts/agents/listing/upgrade-service.tsx'
import { FeatureNotice } from '#web/parts/platform/feature-notice.tsx'
import { readRunParam, runQuery } from '#web/parts/runs/run-query.ts'
import { RunsList } from '#web/parts/runs/runs-list.tsx'
import { runsQuery } from '#web/parts/runs/runs-query.ts'
import { readRunsState } from '#web/parts/runs/runs-state.ts'
import { startRun } from '#web/parts/runs/start-run.ts'
import { TriedRun } from '#web/parts/runs/tried-run.tsx'
import { useShowRun } from '#web/parts/runs/use-show-run.ts'
import { paths } from '#web/paths.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Channels } from './channel.tsx'
import { ChatPage } from './chat-page.tsx'
import { InboxSettings } from './inbox-settings.tsx'
import { Schedules } from './schedules.tsx'
import { ServiceAccounts } from './service-accounts.tsx'
import { ServiceActions } from './service-actions.tsx'
import { ServiceAddress } from './service-address.tsx'
import { ServiceComposer } from './service-composer.tsx'
import { ServiceWebhook } from './service-hook.tsx'
import { ServiceNeeds } from './service-needs.tsx'
import { chatQuery, serviceQuery } from './service-queries.ts'
import { ServiceSettings } from './service-settings.tsx'
import { loadState, ServiceState } from './service-state.tsx'
import { ServiceStatus } from './service-status.tsx'
import { ServiceTimes } from './service-times.tsx'
import { ServiceUsage } from './service-usage.tsx'
import { Widget } from './widget.tsx'

const opensOnRuns = ({ searchParams }: URL): boolean => (searchParams.get('tab') ?? 'runs') === 'runs'

export const loader = async ({ params, url }: ScreenArgs) => {
  const id = params.id ?? ''
  const run = readRunParam(url.searchParams)
  await Promise.all([
    load(serviceQuery(id)),
    load(chatQuery(id)),
    load(runsQuery(readRunsState(url.searchParams), id)),
    run && load(runQuery(run)).catch(() => null),
    // What the page opens with; each part can come later.
    ...(opensOnRuns(url) ? loadState(id) : []),
  ])
}

export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const service = useData(serviceQuery(id))
  // People come to a service that chats for its page and channels, to others to run them.
  const chats = useData(chatQuery(id)).available
  const first = chats ? 'share' : 'runs'
  const named = tabs().find(({ key }) => key === params.get('tab'))?.key
  // A run that the address names is under its form.
  const tab = named ?? (readRunParam(params) ? 'runs' : first)
  useFresh('getService', false)
  return (
    <Page title={service.name}>
      <PageHeader
        title={service.name}
        crumbs={[{ label: t('My AI Services'), href: paths.services() }]}
        icon={<AgentIcon agent={service.agent} />}
        actions={<ServiceActions service={service} />}
      >
        <ServiceStatus status={service.status} />{' '}
        <TextLink
          href={service.workflow_id === null ? paths.agent(service.agent.slug) : paths.customAgent(service.workflow_id)}
        >
          {service.agent.name}
        </TextLink>
        {t(', version {number}', { number: service.version.number })}
        {service.version.newest > service.version.number && <UpgradeService service={service} />}
        <ServiceTimes id={service.id} />
        <span className="mt-2 flex">
          <ServiceAddress service={service} />
        </span>
      </PageHeader>
      <Tabs
        label={t('Service')}
        active={tab}
        tabs={tabs().map(({ key, label }) => ({
          key,
          label,
          href: paths.service(id, { tab: key === first ? null : key }),
        }))}
      />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8">
        {tab === 'runs' && <Runs service={service} tab={first === 'runs' ? null : 'runs'} />}
        {tab === 'batches' && <ServiceBatches service={service} page={readRunsState(params).page} />}
        {tab === 'schedule' && <Schedules service={service} />}
        {tab === 'share' && <Doors service={service} />}
        {tab === 'api' && <Api service={service} />}
        {tab === 'usage' && <ServiceUsage id={service.id} />}
        {tab === 'settings' && <ServiceSettings service={service} />}
      </div>
    </Page>
  )
}

const tabs = () =>
  [
    { key: 'runs', label: t('Runs') },
    { key: 'batches', label: t('Batches') },
    { key: 'schedule', label: t('Schedule') },
    { key: 'share', label: t('Share') },
    { key: 'api', label: 'API' },
    { key: 'usage', label: t('Usage') },
    { key: 'settings', label: t('Settings') },
  ] as const

/** @param tab what keeps the address on this tab */
function Runs({ service, tab }: { service: ServiceDetail; tab: string | null }) {
  const [params] = useSearchParams()
  // Before the first run there is nothing to say: its form is first, and stays in its place when the run has started.
  const [hadRuns] = useState(service.runs > 0)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {hadRuns && <ServiceState service={service} />}
      {hadRuns && <ServiceNeeds service={service} />}
      <ServiceAccounts id={service.id} agent={service.agent.id} />
      <RunHere service={service} />
      <section aria-labelledby="runs">
        <h2 id="runs" className="sr-only">
          {t('Runs')}
        </h2>
        <RunsList
          state={readRunsState(params)}
          serviceId={service.id}
          href={(query) => paths.service(service.id, { ...query, tab })}
          empty={
            <p className="text-muted">
              {t('No runs yet. Your first run will appear here, with its steps and result.')}
            </p>
          }
        />
      </section>
    </div>
  )
}

/** Where people reach it who have no account here. */
const Doors = ({ service }: { service: ServiceDetail }) => (
  <>
    <ChatPage service={service} />
    <Channels service={service} />
    <Widget service={service} />
    <ServiceWebhook service={service} />
    <InboxSettings service={service} />
  </>
)

/** Where a run is started, and below it the run of the address. */
function RunHere({ service }: { service: ServiceDetail }) {
  const [params] = useSearchParams()
  const showRun = useShowRun()
  const [started, setStarted] = useState<string | null>(null)
  const shown = readRunParam(params)
  const run = async (input: JsonObject) => {
    import('#web/parts/runs/run-panel.tsx').catch(() => {})
    const id = await startRun({ service_id: service.id }, input)
    await load(runQuery(id))
    setStarted(id)
    showRun(id)
  }
  return (
    <>
      <ServiceComposer service={service} onRun={run} />
      {shown && <TriedRun key={shown} id={shown} started={started === shown} />}
    </>
  )
}

function Api({ service }: { service: ServiceDetail }) {
  const target = { name: 'service_id', id: service.id } as const
  const curl = curlSnippets(window.location.origin, target, service, true)
  return (
    <section aria-labelledby="api" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="api" className="text-xl">
        {t('Use the API')}
      </h2>
      <p className="max-w-prose text-muted">
        {fill(
          t('Runs under your account. Create a key with the scope {scope} under {keys} and put it in {token}.', {
            scope: '{scope}',
            keys: '{keys}',
            token: '{token}',
          }),
          {
            scope: <code>run</code>,
            keys: <TextLink href={paths.settings('api-keys')}>{t('API keys')}</TextLink>,
            token: <code>TOKEN</code>,
          },
        )}
      </p>
      {curl.text !== null && <CodeBlock code={curl.text} label={t('curl with a text')} />}
      {curl.file !== null && <CodeBlock code={curl.file} label={t('curl with a document')} />}
      <CodeBlock code={curl.poll} label={t('curl to get a run')} />
      <ByOpenAi model={serviceModel(service.id)} source={service} />
      <FeatureNotice name="mcp" />
      <ByMcp agent={service.agent} serviceId={service.id} />
      <ByA2a model={serviceModel(service.id)} />
    </section>
  )
}
