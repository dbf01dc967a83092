/** What the settings of the node say about looks: how often, and how many runs. */
import type { z } from 'zod'
import { POLLING } from '#contract/connectors/app-trigger-values.ts'
import type { Json } from '#contract/core/primitives.ts'
import { appTrigger } from '#nodes/types/triggers/app-trigger.ts'
import type { AppTriggerRow, Item } from './app-triggers.store.ts'

export type Settings = z.output<typeof appTrigger.config>

export const settingsOf = (config: unknown): Settings | null => {
  const parsed = appTrigger.config.safeParse(config)
  return parsed.success ? parsed.data : null
}

/** In seconds. Spread, so that triggers that were switched on together do not ask together for ever. */
export function nextLookIn({ config, seen }: AppTriggerRow): number {
  const minutes = settingsOf(config)?.every_minutes ?? POLLING.usual_minutes
  const spread = seen === null ? 0.5 + Math.random() / 2 : 0.95 + Math.random() / 10
  return Math.max(1, Math.round(minutes * 60 * spread))
}

/** @param items the oldest first */
export function inputsOf(row: AppTriggerRow, items: readonly { key: string; value: Json }[]): Item[] {
  // What was seen changes with every look that finds something, so a key of it can come again only in another one.
  const keyed = items.map(({ key, value }) => ({ key: `${row.version}:${key}`, input: value }))
  if (settingsOf(row.config)?.runs !== 'together' || keyed.length === 0) return keyed
  return [{ key: `${row.version}:together`, input: { items: items.map(({ value }) => value) } }]
}
