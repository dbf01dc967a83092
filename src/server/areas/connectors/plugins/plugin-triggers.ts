/** Triggers of a plugin as its page shows them. */
import type { Trigger } from '#connectors/connector.ts'
import type { PluginTrigger } from '#contract/connectors/plugins.ts'
import { isObject } from '#shared/json.ts'
import type { PackageRow, TriggerName } from './plugins.store.ts'

function fieldsOf(trigger: Trigger | undefined): PluginTrigger['fields'] {
  const { properties, required } = trigger?.input ?? {}
  if (!isObject(properties)) return []
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    label: isObject(schema) && typeof schema.title === 'string' ? schema.title : name,
    required: needed.has(name),
  }))
}

export function presentTriggers({ head, triggers }: Pick<PackageRow, 'head' | 'triggers'>): PluginTrigger[] {
  return triggers.map(({ id, title, description, kind }: TriggerName) => {
    const found = head.triggers?.find((one) => one.id === id)
    return {
      ...{ id, title, description, kind },
      starts_workflows: found !== undefined,
      fields: fieldsOf(found),
      sample: found?.sample ?? null,
    }
  })
}
