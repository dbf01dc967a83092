/** A tool of an AI agent that runs an agent of the marketplace: which one, what it may cost, and whether a person is asked first. */
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, listOrEmpty, objectOrEmpty } from '#shared/json.ts'
import { load } from '#web/api/query.ts'
import { parametersOf, toolName } from '#web/canvas/model/fields/app-tool.ts'
import { type Field, isAsked } from '#web/canvas/model/fields/field-model.ts'
import { isSame, withKey } from '#web/canvas/model/fields/field-value.ts'
import { type Change, type DrawField, join, useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { chosenAgentQuery } from '#web/canvas/services/queries/agents.ts'
import { t } from '#web/lib/language.ts'
import { ChosenAgent } from './chosen-agent.tsx'

interface Props {
  /** Of the settings of the tool. */
  fields: readonly Field[]
  value: Json | undefined
  path: string
  onChange: Change
  draw: DrawField
}

const BEFORE_INPUT = ['most_paise', 'name', 'description', 'approved', 'fixed']

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

export function AgentToolFields({ fields, value, path, onChange, draw }: Props) {
  const { config } = useSettingsForm()
  const tool: JsonObject = isObject(value) ? value : {}
  const id = textOf(tool.agent_id)
  const { data: agent } = useQuery({ ...chosenAgentQuery(id), enabled: id !== '', retry: false })
  /** Name, purpose and parameters are those of the agent, also once another is chosen, until a person writes others. */
  const choose: Change = async (next, at) => {
    onChange(withKey(tool, 'agent_id', next), at)
    if (typeof next !== 'string') return
    const isWritten = (key: string, ofAgent: Json | undefined) =>
      tool[key] !== undefined && tool[key] !== '' && !(ofAgent !== undefined && isSame(tool[key], ofAgent))
    if (isWritten('description', agent?.tagline)) return
    const chosen = await load(chosenAgentQuery(next)).catch(() => null)
    if (!chosen?.version) return
    const names = listOrEmpty(config.tools).map((one) => textOf(objectOrEmpty(one).name))
    const taken = names.filter((one) => one !== textOf(tool.name))
    const written = {
      name: isWritten('name', agent && toolName(agent.name, [])) ? textOf(tool.name) : toolName(chosen.name, taken),
      description: chosen.tagline,
      parameters: parametersOf(chosen.version.input_schema, {}),
    }
    onChange({ ...tool, agent_id: next, ...written }, at)
  }
  const one = (name: string): ReactNode => {
    const field = fields.find((each) => each.key === name && isAsked(each, tool, fields))
    return field ? (
      <Fragment key={name}>
        {draw({
          field,
          value: tool[name],
          path: join(path, name),
          onChange: name === 'agent_id' ? choose : (next, at) => onChange(withKey(tool, name, next), at),
        })}
      </Fragment>
    ) : null
  }
  return (
    <>
      {one('agent_id')}
      {agent && <ChosenAgent agent={agent} settings={tool} change={onChange} path={path} />}
      {BEFORE_INPUT.map(one)}
      <details className="group">
        <summary className="flex min-h-8 cursor-pointer items-center text-muted text-base">
          {t('What the model provides (JSON Schema)')}
        </summary>
        <div className="pt-2">{one('parameters')}</div>
      </details>
    </>
  )
}
