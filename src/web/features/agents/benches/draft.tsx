import { X } from 'lucide-react'
import { useState } from 'react'
import { BENCH } from '#contract/agents/bench-limits.ts'
import type { Bench } from '#contract/agents/benches.ts'
import { DAY_MS } from '#shared/time.ts'
import { useAction } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { formatDay } from '#web/lib/time.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { formShape } from '#web/parts/runs/form-shape.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Link } from '#web/ui/link.tsx'
import { AddAgent } from './add-agent.tsx'
import { Cases } from './case-list.tsx'
import { StartDialog } from './start-dialog.tsx'
import { type Draft as DraftState, useDraft } from './use-draft.ts'

/** A bench that has not started: agents, cases, how long they are kept, and what it costs before anything runs. */
export function Draft({ bench }: { bench: Bench }) {
  const draft = useDraft(bench)
  const [starting, setStarting] = useState(false)
  const shape = formShape(bench.input_schema)
  const ask = useAction(async () => {
    await draft.save()
    setStarting(true)
  })
  const few = draft.cases.length < BENCH.least_cases
  const error = ask.error ?? draft.error
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Agents bench={bench} draft={draft} />
      <Cases bench={bench} draft={draft} shape={shape} />
      <Kept bench={bench} draft={draft} />
      {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          busy={ask.busy && t('Saving...')}
          reason={
            few ? t('Add at least {least} cases for a meaningful result.', { least: BENCH.least_cases }) : undefined
          }
          onClick={() => void ask.run()}
        >
          {t('See cost')}
        </Button>
        <span role="status" className="text-muted text-xs">
          {draft.state === 'saved'
            ? t('All changes saved')
            : draft.state === 'saving'
              ? t('Saving...')
              : t('Not saved')}
        </span>
      </div>
      {starting && <StartDialog bench={bench} onClose={() => setStarting(false)} />}
    </div>
  )
}

interface PartProps {
  bench: Bench
  draft: DraftState
}

function Agents({ bench, draft }: PartProps) {
  const { agents } = bench
  const ids = agents.flatMap(({ id }) => (id === null ? [] : [id]))
  const change = useAction((agent_ids: typeof ids) => draft.choose({ agent_ids }))
  return (
    <Card aria-labelledby="agents">
      <CardHeader title={<span id="agents">{t('Agents')}</span>}>
        {t('Each stays on the version you chose.')}
      </CardHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ul className="grid gap-2 lg:grid-cols-3">
          {agents.map((agent) => (
            <li key={agent.id ?? agent.name} className="flex items-start gap-3 rounded border border-line p-3">
              <AgentIcon agent={agent} size="sm" />
              <span className="grid min-w-0 grow">
                {agent.slug === null ? (
                  <span className="truncate font-medium">{agent.name}</span>
                ) : (
                  <Link href={paths.agent(agent.slug)} className="truncate font-medium hover:underline">
                    {agent.name}
                  </Link>
                )}
                <span className="text-muted text-xs">
                  {t('Version {version}', { version: agent.version })}
                  {agent.newest !== null &&
                    agent.newest !== agent.version &&
                    `, ${t('{newest} available', { newest: agent.newest })}`}
                  {agent.price && ` · ${priceText(agent.price)}`}
                </span>
                {agent.problem !== null && <span className="text-bad text-xs">{agent.problem}</span>}
              </span>
              {agents.length > 1 && (
                <IconButton
                  size="sm"
                  label={t('Remove {name}', { name: agent.name })}
                  onClick={() => void change.run(ids.filter((id) => id !== agent.id))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
        {ids.length < BENCH.agents && <AddAgent chosen={ids} onAdd={({ id }) => void change.run([...ids, id])} />}
        {change.error !== null && <Callout tone="bad">{friendly(change.error)}</Callout>}
        <Fields bench={bench} draft={draft} />
      </div>
    </Card>
  )
}

/** Where the agents ask for different things: whose each field is, and what it may take over. */
function Fields({ bench, draft }: PartProps) {
  const { fields, agents, same_as } = bench
  const odd = fields.filter((field) => field.agents.length < agents.length)
  const change = useAction((next: Record<string, string>) => draft.choose({ same_as: next }))
  if (agents.length < 2 || odd.length === 0) return null
  return (
    <section aria-labelledby="fields" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 id="fields" className="font-medium">
        {t('Fields that differ')}
      </h3>
      <ul className="grid gap-2">
        {odd.map((field) => {
          const names = field.agents.map((at) => agents[at]?.name).join(', ')
          const others = field.like.filter((name) => same_as[name] === undefined)
          const { [field.name]: mapped = '', ...rest } = same_as
          return (
            <li key={field.name} className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded bg-sunken px-3 py-2">
              <span className="min-w-48 grow">
                <code className="font-mono text-xs">{field.name}</code>{' '}
                <span className="text-muted text-xs">{t('only of {names}', { names })}</span>
              </span>
              {(others.length > 0 || mapped !== '') && !Object.values(same_as).includes(field.name) && (
                <Select
                  label={t('Value for {name}', { name: field.name })}
                  hideLabel
                  value={mapped}
                  options={[
                    { value: '', label: t('a separate value') },
                    ...others.map((name) => ({ value: name, label: t('same as {name}', { name }) })),
                  ]}
                  onChange={(event) =>
                    void change.run(event.target.value === '' ? rest : { ...rest, [field.name]: event.target.value })
                  }
                />
              )}
            </li>
          )
        })}
      </ul>
      {change.error !== null && <Callout tone="bad">{friendly(change.error)}</Callout>}
    </section>
  )
}

function Kept({ bench, draft }: PartProps) {
  const change = useAction((keep_days: Bench['keep_days']) => draft.choose({ keep_days }))
  return (
    <Card aria-labelledby="kept">
      <CardHeader title={<span id="kept">{t('Retention')}</span>}>
        {t(
          'Inputs, files and answers are deleted after this time, including those in the runs. Sellers never see them. The figures stay.',
        )}
      </CardHeader>
      <div className="flex flex-wrap items-center gap-4">
        <Segmented
          label={t('Retention')}
          value={String(bench.keep_days)}
          segments={BENCH.keep_days.map((days) => ({
            value: String(days),
            label: days === 1 ? t('1 day') : t('{days} days', { days }),
          }))}
          onChange={(value) => {
            const days = BENCH.keep_days.find((one) => String(one) === value)
            if (days) void change.run(days)
          }}
        />
        <span className="text-muted text-xs">
          {t('If you start today, they’re deleted on {day}.', {
            day: formatDay(Date.now() + bench.keep_days * DAY_MS),
          })}
        </span>
      </div>
      {change.error !== null && <Callout tone="bad">{friendly(change.error)}</Callout>}
    </Card>
  )
}
