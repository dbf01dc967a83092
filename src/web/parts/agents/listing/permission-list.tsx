import type { AgentPermissions } from '#contract/agents/agents.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'

/** Where the data of an agent without named recipients goes: a model that is set up may be a service elsewhere. */
export const sendsNowhere = (models: readonly string[]): string =>
  models.length > 0
    ? t('Nowhere. If you or the operator set up a language model, parts of the document are sent to it.')
    : t('Nowhere. Everything stays on this server.')

/** What is said of each agent that runs inside another one. */
export const insideText = ({ name, most_paise }: AgentPermissions['agents'][number]): string =>
  most_paise === 0
    ? t('{name}, free of charge', { name })
    : t('{name}, for up to {price} more a run', { name, price: formatPaise(most_paise) })

const agentsRow = (agents: AgentPermissions['agents']): [string, readonly string[], string][] =>
  agents.length === 0 ? [] : [[t('Runs other agents'), agents.map(insideText), '']]

/** The data passport of an agent: what it reads, whom it sends to, which models see it, how long it is kept. */
export function PermissionList({ permissions }: { permissions: AgentPermissions }) {
  const { reads, sends_to, models, kept, agents } = permissions
  const rows: readonly [string, readonly string[], string][] = [
    [t('Reads'), reads, t('Only its input')],
    [t('Sends data to'), sends_to, sendsNowhere(models)],
    [t('Models'), models, t('None: rules, dictionaries and statistics')],
    [t('Kept'), kept === '' ? [] : [kept], t('Unknown')],
    ...agentsRow(agents),
  ]
  return (
    <dl className="grid gap-px overflow-hidden rounded border border-line bg-line sm:grid-cols-2">
      {rows.map(([name, values, none]) => (
        <div key={name} className="grid min-w-0 content-start gap-0.5 bg-surface p-3">
          <dt className="text-muted text-xs">{name}</dt>
          {values.length === 0 ? (
            <dd>{none}</dd>
          ) : (
            values.map((value) => (
              <dd key={value} className="break-words">
                <bdi>{value}</bdi>
              </dd>
            ))
          )}
        </div>
      ))}
    </dl>
  )
}
