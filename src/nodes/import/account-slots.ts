/** The accounts that a workflow from a file needs: one choice for each app, however many steps use it. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { isObject } from '#shared/json.ts'
import { readAt, readTextAt } from './untrusted.ts'

type Slots = readonly Pick<Slot, 'node' | 'field' | 'type'>[]
interface Nodes {
  nodes: readonly { id: string; config: JsonObject }[]
}

/** The app that the account of a slot is at; null where the slot asks for something else. */
export function appOfSlot({ nodes }: Nodes, { node, field, type }: Slots[number]): string | null {
  if (type !== 'app_account') return null
  const holder = readAt(nodes.find(({ id }) => id === node)?.config, ...field.split('.').slice(0, -1))
  return readTextAt(holder, 'integration') || null
}

/** The apps whose accounts are still to be chosen, with the steps that use them, in the order of the steps. */
export function appsToConnect(document: Nodes, slots: Slots): Map<string, string[]> {
  const apps = new Map<string, string[]>()
  for (const slot of slots) {
    const app = appOfSlot(document, slot)
    if (app === null) continue
    const nodes = apps.get(app) ?? []
    if (!nodes.includes(slot.node)) nodes.push(slot.node)
    apps.set(app, nodes)
  }
  return apps
}

/** The document with the account of each app in every slot that asks for it. @param accounts ids of credentials, by app */
export function withAccounts(
  document: WorkflowDocument,
  slots: Slots,
  accounts: ReadonlyMap<string, string>,
): WorkflowDocument {
  const fields = new Map<string, { path: string[]; id: string }[]>()
  for (const slot of slots) {
    const id = accounts.get(appOfSlot(document, slot) ?? '')
    if (id !== undefined) fields.set(slot.node, [...(fields.get(slot.node) ?? []), { path: slot.field.split('.'), id }])
  }
  const nodes = document.nodes.map((node) => {
    const own = fields.get(node.id) ?? []
    const config = own.reduce((made, { path, id }) => placed(made, path, id), node.config as Json)
    return own.length > 0 && isObject(config) ? { ...node, config } : node
  })
  return { ...document, nodes }
}

function placed(value: Json, [key = '', ...rest]: readonly string[], id: string): Json {
  const inner = (part: Json | undefined): Json => (rest.length === 0 ? id : placed(part ?? {}, rest, id))
  if (Array.isArray(value)) return value.map((part, index) => (String(index) === key ? inner(part) : part))
  return isObject(value) ? { ...value, [key]: inner(readAt(value, key)) } : value
}
