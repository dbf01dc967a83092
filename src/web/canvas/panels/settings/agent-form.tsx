/** The settings of a step that runs an agent of the marketplace: which, what it may cost, and what it is given. */
import { useQuery } from '@tanstack/react-query'
import type { AgentDetail } from '#contract/agents/agents.ts'
import type { AgentTerms } from '#contract/billing/purchases.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import type { NodeDescription } from '#nodes/describe.ts'
import { isObject } from '#shared/json.ts'
import { refresh } from '#web/api/action.ts'
import { appFieldsOf } from '#web/canvas/model/fields/app-fields.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { withKey } from '#web/canvas/model/fields/field-value.ts'
import { agentTermsQuery, agreedQuery, chosenAgentQuery } from '#web/canvas/services/queries/agents.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { AskAgreement } from '#web/parts/runs/ask-agreement.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { AppFields } from './controls/app-fields.tsx'
import { FieldView } from './field-view.tsx'
import { type Change, type DrawField, FormProvider, useSettingsForm } from './form/form-context.ts'

const draw: DrawField = (props) => <FieldView {...props} />

interface Props {
  node: WorkflowNode
  description: NodeDescription
  change: Change
}

export function AgentForm({ node, description, change }: Props) {
  const { config } = node
  const id = typeof config.agent_id === 'string' ? config.agent_id : ''
  const { data: agent } = useQuery({ ...chosenAgentQuery(id), enabled: id !== '', retry: false })
  const fields = new Map(fieldsOf(description.config).map((field) => [field.key, field]))
  const set =
    (name: string): Change =>
    (next, at) =>
      change(withKey(config, name, next), at)
  const one = (name: string) => {
    const field = fields.get(name)
    return field && draw({ field, value: config[name], path: name, onChange: set(name) })
  }
  const schema = agent?.version?.input_schema
  return (
    <>
      {one('agent_id')}
      {agent && <Chosen agent={agent} config={config} change={change} />}
      {one('most_paise')}
      {schema ? <AgentInput id={id} schema={schema} value={config.input} onChange={set('input')} /> : one('input')}
    </>
  )
}

/** What the chosen agent costs the person, and what is missing before it can run. */
function Chosen({ agent, config, change }: { agent: AgentDetail; config: JsonObject; change: Change }) {
  const { readOnly } = useSettingsForm()
  const { data: terms } = useQuery(agentTermsQuery(agent.id))
  const { data: agreed } = useQuery(agreedQuery())
  const sends = agent.version?.permissions.sends_to ?? []
  const given = agreed?.items.find((one) => one.agent.id === agent.id)?.destinations ?? []
  const missing = agreed && terms?.next !== 'own' ? sends.filter((name) => !given.some((one) => one.name === name)) : []
  const most = typeof config.most_paise === 'number' ? config.most_paise : 0
  const paise = terms ? paidFor(terms) : 0
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p>
        {priceText(terms?.price ?? agent.price)}. <TextLink href={paths.agent(agent.slug)}>{t('Open agent')}</TextLink>
      </p>
      {terms?.next === 'buy' && (
        <Callout tone="warn">{t('Buy this agent first. A step can’t buy it for you.')}</Callout>
      )}
      {paise > most && (
        <Callout tone="warn">
          <p>
            {t('The agent costs {price} a run, which is more than this step may cost.', { price: formatPaise(paise) })}
          </p>
          {readOnly === null && (
            <Button
              size="sm"
              className="mt-2"
              onClick={() =>
                change(withKey(config, 'most_paise', paise), { path: 'most_paise', title: t('Maximum cost') })
              }
            >
              {t('Allow {price}', { price: formatPaise(paise) })}
            </Button>
          )}
        </Callout>
      )}
      {missing.length > 0 && (
        <AskAgreement
          asked={[{ agent: agent.id, places: missing }]}
          act={t('Agree')}
          onAgreed={() => void refresh('listAgreements')}
        />
      )}
      <p className="text-muted">
        {t('Whoever runs this workflow pays for the agent, with their own credits, free runs and purchases.')}
      </p>
    </div>
  )
}

/** What one run costs the person once their free runs are used up; 0 for what they own or bought. */
const paidFor = ({ price, next }: AgentTerms): number =>
  price.type === 'per_run' && next !== 'own' && next !== 'purchase' ? price.paise : 0

/** The input of the agent, as its own fields. With all of them empty it is given what the step is given. */
function AgentInput({
  id,
  schema,
  value,
  onChange,
}: {
  id: string
  schema: JsonObject
  value: Json | undefined
  onChange: Change
}) {
  const { keepOpen: _, ...form } = useSettingsForm()
  const fields = appFieldsOf(schema)
  const given = isObject(value) ? value : {}
  if (fields.length === 0) return <p className="text-muted text-sm">{t('This agent needs no input.')}</p>
  const change: Change = (next, at) => onChange(isObject(next) && Object.keys(next).length === 0 ? undefined : next, at)
  return (
    // Only the fields of the node itself can be kept open: these are known once they have been fetched.
    <FormProvider value={form}>
      <h3 className="font-medium text-sm">{t('Input of the agent')}</h3>
      <p className="text-muted text-sm">{t('Leave all fields empty to pass on the input of this step.')}</p>
      <AppFields key={id} fields={fields} value={given} path="input" onChange={change} draw={draw} />
    </FormProvider>
  )
}
