/** The settings of a step that runs an agent of the marketplace: which, what it may cost, and what it is given. */
import { useQuery } from '@tanstack/react-query'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowNode } from '#graph/document.ts'
import type { NodeDescription } from '#nodes/describe.ts'
import { isObject } from '#shared/json.ts'
import { appFieldsOf } from '#web/canvas/model/fields/app-fields.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { withKey } from '#web/canvas/model/fields/field-value.ts'
import { chosenAgentQuery } from '#web/canvas/services/queries/agents.ts'
import { t } from '#web/lib/language.ts'
import { AppFields } from './controls/app-fields.tsx'
import { ChosenAgent } from './controls/chosen-agent.tsx'
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
      {agent && <ChosenAgent agent={agent} settings={config} change={change} path="" />}
      {one('most_paise')}
      {schema ? <AgentInput id={id} schema={schema} value={config.input} onChange={set('input')} /> : one('input')}
    </>
  )
}

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
  if (fields.length === 0) return <p className="text-muted text-base">{t('This agent needs no input.')}</p>
  const change: Change = (next, at) => onChange(isObject(next) && Object.keys(next).length === 0 ? undefined : next, at)
  return (
    // Only the fields of the node itself can be kept open: these are known once they have been fetched.
    <FormProvider value={form}>
      <p className="font-medium text-base">{t('Input of the agent')}</p>
      <p className="text-muted text-base">{t('Leave all fields empty to pass on the input of this step.')}</p>
      <AppFields key={id} fields={fields} value={given} path="input" onChange={change} draw={draw} />
    </FormProvider>
  )
}
