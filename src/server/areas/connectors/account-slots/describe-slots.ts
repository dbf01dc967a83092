/** What an agent asks for of the accounts of its buyers, read off its steps and the catalogue. */
import { readActionManifest } from '#connectors/manifest.ts'
import type { AgentAccount } from '#contract/agents/agents.ts'
import { ACTION_EFFECTS } from '#contract/connectors/integration-values.ts'
import type { App } from '#server/areas/connectors/catalogue/app.ts'
import { findPublishedApp } from '#server/areas/connectors/catalogue/published-app.ts'

/** A step, or a tool of an agent, that uses an account of the buyer. */
export interface SlotUse {
  slot: string
  app: string
  action: string
  purpose: string
}

const merged = (texts: readonly string[]): string[] => [...new Set(texts)].filter((text) => text !== '').sort()

async function describeSlot(app: App, slot: string, uses: readonly SlotUse[]): Promise<AgentAccount | null> {
  const { head } = app
  const found = await Promise.all([...new Set(uses.map(({ action }) => action))].map((id) => app.action(id)))
  const actions = found.filter((action) => action !== null)
  if (actions.length < found.length) return null
  const manifests = actions.map((action) => readActionManifest({ ...head, actions: [] }, action))
  const used = new Set(actions.map(({ effect }) => effect))
  return {
    slot,
    app: head.id,
    app_name: head.name,
    purpose: [...new Set(uses.map(({ purpose }) => purpose.trim()))].filter((text) => text !== '').join('; '),
    actions: actions.map(({ id, title, effect }) => ({ id, title, effect })),
    hosts: merged(manifests.flatMap(({ hosts }) => hosts)),
    scopes: merged(manifests.flatMap(({ scopes }) => scopes)),
    effects: ACTION_EFFECTS.filter((effect) => used.has(effect)),
  }
}

/**
 * The slots, in the order in which they are first used.
 * @returns null in place of a slot whose app or action is not in the catalogue: nobody else could connect an account at it
 */
export async function describeSlots(uses: readonly SlotUse[]): Promise<Map<string, AgentAccount | null>> {
  const slots = new Map<string, SlotUse[]>()
  for (const use of uses) slots.set(use.slot, [...(slots.get(use.slot) ?? []), use])
  const described = [...slots].map(async ([slot, of]) => {
    const app = await findPublishedApp(of[0]?.app ?? '')
    return [slot, app && (await describeSlot(app, slot, of))] as const
  })
  return new Map(await Promise.all(described))
}
