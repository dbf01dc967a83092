import { useQuery } from '@tanstack/react-query'
import type { AgentDetail, AgentSample, AgentVersion } from '#contract/agents/agents.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { REMEMBERS_YOU } from '#contract/runs/memory-values.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { load, q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { useFeature, useRuntimeLimits } from '#web/api/use-site.ts'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { toSentence } from '#web/lib/sentence.ts'
import { refusedPayment } from '#web/parts/billing/credits/refused-payment.tsx'
import { refusedAccounts } from '#web/parts/connectors/refused-accounts.tsx'
import { MemoryConsent } from '#web/parts/runs/memory/memory-consent.tsx'
import { RunForm } from '#web/parts/runs/run-form.tsx'
import { runQuery } from '#web/parts/runs/run-query.ts'
import { startRun } from '#web/parts/runs/start-run.ts'
import { useShowRun } from '#web/parts/runs/use-show-run.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { nextRunText, termsQuery } from './terms.ts'

/** Try it: the form of the agent. The run it starts becomes part of the address, so that a reload shows it again. */
export function TryIt({
  agent,
  version,
  wanted,
  onStarted,
}: {
  agent: AgentDetail
  version: AgentVersion
  /** A sample to run now. */
  wanted: { sample: AgentSample } | null
  onStarted: (id: string) => void
}) {
  const showRun = useShowRun()
  const user = useUser()
  const here = paths.agent(agent.slug)
  const remembers = version.permissions.reads.some((read) => read.startsWith(REMEMBERS_YOU))
  const run = async (input: JsonObject) => {
    import('#web/parts/runs/run-panel.tsx').catch(() => {})
    const id = await startRun({ agent_id: agent.id }, input)
    await load(runQuery(id))
    onStarted(id)
    showRun(id)
  }
  const explain = (error: ApiError) =>
    error.code === 'visitor_quota' ? (
      <>
        {toSentence(t(error.message))}{' '}
        {fill(
          t('What you entered stays on this page. {signIn} or {register}.', {
            signIn: '{signIn}',
            register: '{register}',
          }),
          {
            signIn: <TextLink href={paths.login(here)}>{t('Sign in')}</TextLink>,
            register: <TextLink href={paths.register(here)}>{t('create a free account')}</TextLink>,
          },
        )}
      </>
    ) : (error.code === 'unauthenticated' || error.code === 'feature_off') && user === null ? (
      <>
        {t('Sign in to run this agent with your own input; its samples are free. What you entered stays on this page.')}{' '}
        <TextLink href={paths.login(here)}>{t('Sign in')}</TextLink>.
      </>
    ) : (
      (refusedPayment(error, agent) ?? refusedAccounts(error))
    )
  return (
    <Card
      aria-labelledby="try-it"
      className="scroll-mt-32 max-sm:flat max-sm:border-line max-sm:border-t max-sm:px-0 max-sm:pt-6 max-sm:pb-0"
    >
      <CardHeader
        title={
          <span id="try-it" className="scroll-mt-32">
            {t('Try it')}
          </span>
        }
      >
        {t('With a sample or your own document. Watch every step as it runs.')}
      </CardHeader>
      {user !== null && remembers && (
        <div className="mb-4">
          <MemoryConsent who={{ agent_id: agent.id }} />
        </div>
      )}
      <RunForm
        agent={agent.id}
        schema={version.input_schema}
        samples={version.samples}
        wanted={wanted}
        reason={agent.abilities.run.reason ?? undefined}
        onRun={run}
        explain={explain}
        note={<RunNote agent={agent} here={here} />}
      />
      <p className="mt-4 border-line border-t pt-4 text-muted text-base">
        <TextLink href={paths.benches([agent.slug])}>{t('Test on my cases')}</TextLink>{' '}
        {t('Run it on your own cases next to up to two other agents, and compare accuracy, cost and time.')}
      </p>
    </Card>
  )
}

/** What the next run costs, or how many free ones are left. */
function RunNote({ agent, here }: { agent: AgentDetail; here: string }) {
  const user = useUser()
  const isPaid = agent.price.type !== 'free'
  const { data } = useQuery({ ...termsQuery(agent.id), enabled: isPaid })
  if (isPaid) return data ? nextRunText(data) : null
  return user === null ? <FreeRuns here={here} /> : t('Saved in My Workflows')
}

/** Runs a visitor has left today. The server counts; this only shows it before the visitor fills in a form. */
function FreeRuns({ here }: { here: string }) {
  const { data } = useQuery(q('getFreeRuns'))
  const { visitor_runs_per_day } = useRuntimeLimits()
  const isOpen = useFeature('tryouts')
  const limit = data?.limit ?? visitor_runs_per_day
  const remaining = data?.remaining ?? null
  if (!isOpen)
    return (
      <>
        {fill(t('Agents can’t be run without an account here. {signIn} to run this agent.', { signIn: '{signIn}' }), {
          signIn: <TextLink href={paths.login(here)}>{t('Sign in')}</TextLink>,
        })}
      </>
    )
  if (remaining === 0) {
    return (
      <>
        {fill(t('The {limit} free runs for today are used up. {signIn} to continue.', { limit, signIn: '{signIn}' }), {
          signIn: <TextLink href={paths.login(here)}>{t('Sign in')}</TextLink>,
        })}
      </>
    )
  }
  return remaining === null
    ? t('No account needed · {limit} free runs per day', { limit })
    : t('No account needed · {remaining} of {limit} free runs left today', { remaining, limit })
}
