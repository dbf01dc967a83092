/** Triggers of apps whose actions are requests: polls with a read, subscribes and ends subscriptions with the app's own actions. */
import { createHash } from 'node:crypto'
import type { Polling, ServiceTrigger } from '#connectors/connector.ts'
import { isPieceTrigger } from '#connectors/piece-trigger.ts'
import { valueAt } from '#connectors/request/answer.ts'
import { itemsOfAnswer, MOST_WATCHED, type PolledItem } from '#connectors/triggers/polled.ts'
import { fillTemplate } from '#connectors/triggers/template.ts'
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { ActionAnswer, ActionsPort } from '#nodes/ports.ts'
import { directCaller } from '#server/areas/connectors/actions/direct-caller.ts'
import type { FindApp } from '#server/areas/connectors/catalogue/app.ts'
import { findTriggerOf } from '#server/areas/connectors/catalogue/find-trigger.ts'
import { isPieceId } from '#server/areas/connectors/plugins/piece-apps.ts'
import type { PieceTriggers } from './piece-triggers.ts'
import type { FoundTrigger, Polled, Subscribed, TriggerPort, Watched } from './trigger-port.ts'

/** New items of one look; the rest is looked at soon. Fewer where each is read on its own. */
const MOST_FRESH = 200
const MOST_READ = 25

type Later = Extract<ActionAnswer, { type: 'later' }>
const isLater = (value: unknown): value is Later =>
  typeof value === 'object' && value !== null && (value as { type?: unknown }).type === 'later'

const keyOf = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 22)

function pollingInput(entered: JsonObject, set: JsonObject = {}): JsonObject {
  const named = new Set([...JSON.stringify(set).matchAll(/\{input:([A-Za-z0-9_.-]+)\}/g)].map(([, key]) => key))
  const sent = Object.fromEntries(Object.entries(entered).filter(([key]) => !named.has(key)))
  return { ...sent, ...fillTemplate(set, { address: '', secret: '', remote: null, input: entered }) }
}

/** What was seen of a list that only grows is how long it was. */
const LENGTH = /^#(\d+)$/

interface Told {
  fresh: PolledItem[]
  seen: string[]
}

/** @param most new items */
export function tellFresh(
  polling: Polling,
  items: readonly PolledItem[],
  seen: readonly string[] | null,
  most: number,
): Told {
  if (polling.id === null) {
    const [, length] = LENGTH.exec(seen?.[0] ?? '') ?? []
    const last = items.at(-1)
    const count = last === undefined ? 0 : Number(last.id) + 1
    const fresh = length === undefined ? [] : items.filter(({ id }) => Number(id) >= Number(length)).slice(0, most)
    const known = fresh.length === 0 ? count : Number(fresh.at(-1)?.id) + 1
    return { fresh, seen: [`#${known}`] }
  }
  const keys = items.map(({ id }) => keyOf(id))
  if (seen === null) return { fresh: [], seen: [...new Set(keys)].slice(0, MOST_WATCHED) }
  const known = new Set(seen)
  const isKnown = keys.map((key) => known.has(key))
  // Of a list too long to be remembered, what is behind the last known item was there before and has moved up.
  const isLong = polling.order === 'newest_first' && seen.length >= MOST_WATCHED
  const end = isLong && isKnown.includes(true) ? isKnown.lastIndexOf(true) : items.length
  const found = new Map<string, PolledItem>()
  for (const [index, item] of items.entries()) {
    const key = keys[index] ?? ''
    if (index < end && !isKnown[index] && !found.has(key)) found.set(key, item)
  }
  const ordered = polling.order === 'newest_first' ? [...found].reverse() : [...found]
  const fresh = ordered.slice(0, most)
  const left = new Set(ordered.slice(most).map(([key]) => key))
  const now = [...new Set(keys.filter((key, index) => !left.has(key) && (isKnown[index] || index < end)))]
  const listed = new Set(now)
  const before = seen.filter((key) => !listed.has(key)).slice(0, Math.max(0, MOST_WATCHED - now.length))
  return { fresh: fresh.map(([, item]) => item), seen: [...now, ...before] }
}

export interface TriggerParts {
  find: FindApp
  actions: ActionsPort
  pieces: PieceTriggers
}

/** Reads lists and items with the app's own actions. */
function createReader({ find, actions, pieces }: TriggerParts) {
  const findTrigger = async ({ integration, trigger: id, identity }: Watched, owner: UserId) => {
    const app = await find(integration, owner)
    const installed = app || !isPieceId(integration) ? null : await pieces.installed(integration)
    if (installed?.state === 'disabled')
      throw new NodeError('plugin_disabled', `The plugin ${installed.name} is disabled. An admin can enable it.`, {
        field: 'integration',
      })
    if (!app) throw new NodeError('app_not_found', 'This app is not here any more.', { field: 'integration' })
    const trigger = await findTriggerOf(app, id, identity)
    if (!trigger)
      throw new NodeError('trigger_not_found', `${app.head.name} has no such trigger any more.`, { field: 'trigger' })
    return { connector: app.head, trigger }
  }
  const runAction = async (
    { integration, credential }: Watched,
    owner: UserId,
    call: { action: string; input: JsonObject; all_pages?: boolean; most_effect?: 'read' },
    signal: AbortSignal,
  ): Promise<Json | Later> => {
    const { action, input, all_pages = false, most_effect } = call
    const request = { integration, action, credential, input, all_pages, ...(most_effect && { most_effect }) }
    const answer = await actions.run(request, directCaller(owner), signal)
    return answer.type === 'later' ? answer : answer.output
  }

  const readList = async (
    watched: Watched,
    owner: UserId,
    { connector, polling }: { connector: FoundTrigger['connector']; polling: Polling },
    all_pages: boolean,
    signal: AbortSignal,
  ): Promise<PolledItem[] | Later> => {
    const input = pollingInput(watched.input, polling.set)
    const call = { action: polling.action, input, all_pages, most_effect: 'read' as const }
    const answer = await runAction(watched, owner, call, signal)
    if (isLater(answer)) return answer
    const items = itemsOfAnswer(polling, answer)
    if (!items)
      throw new NodeError('list_unsuitable', `${connector.name} did not answer with a list.`, { field: 'trigger' })
    if (polling.id !== null && polling.order === 'any' && items.length > MOST_WATCHED)
      throw new NodeError('list_unsuitable', `The list has more than ${MOST_WATCHED} items. Narrow it.`, {
        field: 'input',
      })
    return items
  }

  const detailOf = async (
    watched: Watched,
    owner: UserId,
    { detail }: Polling,
    item: PolledItem,
    signal: AbortSignal,
  ): Promise<Json | Later> => {
    if (!detail) return item.value
    const id = valueAt(item.value, detail.id)
    if (id === undefined) return item.value
    const input = { ...detail.set, [detail.key]: id }
    return runAction(watched, owner, { action: detail.action, input, most_effect: 'read' }, signal)
  }

  const pollingOf = async (watched: Watched, owner: UserId) => {
    const { connector, trigger } = await findTrigger(watched, owner)
    const isPolled = !isPieceTrigger(trigger) && trigger.kind === 'polling'
    return { connector, trigger, polling: isPolled ? trigger.polling : null }
  }
  return { findTrigger, runAction, readList, detailOf, pollingOf }
}
type Reader = ReturnType<typeof createReader>

type Polls = Pick<TriggerPort, 'poll' | 'sample'>

function createPolls({ readList, detailOf, pollingOf }: Reader, pieces: PieceTriggers): Polls {
  return {
    async poll(watched, owner, seen, signal): Promise<Polled> {
      const { connector, polling } = await pollingOf(watched, owner)
      if (!polling) return { type: 'items', fresh: [], seen: [], more: false }
      const most = polling.detail ? MOST_READ : MOST_FRESH
      const read = (all: boolean) => readList(watched, owner, { connector, polling }, all, signal)
      const isNewestFirst = polling.order === 'newest_first'
      // At first everything is remembered, so that what moves up later is not taken for new.
      let items = await read(!isNewestFirst || seen === null)
      if (isLater(items)) return items
      const known = new Set(seen ?? [])
      const isAllNew = known.size > 0 && items.length > 0 && !items.some(({ id }) => known.has(keyOf(id)))
      // More has come than a page has.
      if (isNewestFirst && isAllNew) {
        items = await read(true)
        if (isLater(items)) return items
      }
      const told = tellFresh(polling, items, seen, most)
      const fresh: { key: string; value: Json }[] = []
      for (const item of told.fresh) {
        const value = await detailOf(watched, owner, polling, item, signal)
        if (isLater(value)) return value
        fresh.push({ key: keyOf(item.id), value })
      }
      return { type: 'items', fresh, seen: told.seen, more: fresh.length === most }
    },

    async sample(watched, owner, signal) {
      const { connector, trigger, polling } = await pollingOf(watched, owner)
      if (isPieceTrigger(trigger)) return pieces.sample(watched, owner, signal)
      if (!polling) return trigger.sample
      const isNewestFirst = polling.order === 'newest_first'
      const items = await readList(watched, owner, { connector, polling }, false, signal)
      if (isLater(items)) throw new NodeError('app_unavailable', items.message, { retryable: true })
      const item = isNewestFirst ? items[0] : items.at(-1)
      if (!item)
        throw new NodeError('list_empty', `There is nothing in ${connector.name} yet that could be a test item.`)
      const value = await detailOf(watched, owner, polling, item, signal)
      if (isLater(value)) throw new NodeError('app_unavailable', value.message, { retryable: true })
      return value
    },
  }
}

type Subscriptions = Pick<TriggerPort, 'subscribe' | 'unsubscribe'>

function createSubscriptions({ findTrigger, runAction }: Reader): Subscriptions {
  return {
    async subscribe(watched, owner, { again, ...to }, signal) {
      const { connector, trigger } = await findTrigger(watched, owner)
      const none: Subscribed = { remote: null, secret: null, route: null }
      if (isPieceTrigger(trigger) || trigger.kind === 'polling') return none
      if (trigger.kind === 'event') return { ...none, ...(await routeOf(watched, owner, trigger, signal)) }
      const { subscribe, find: finding } = trigger.subscribing
      if (!subscribe) return none
      const filling = { ...to, remote: null, input: watched.input }
      if (again && finding) {
        const input = fillTemplate(finding.input, filling)
        const listed = await runAction(watched, owner, { action: finding.action, input, most_effect: 'read' }, signal)
        if (isLater(listed)) return listed
        const list = valueAt(listed, finding.items)
        const own = Array.isArray(list) ? list.find((one) => valueAt(one, finding.address) === to.address) : undefined
        const remote = own === undefined ? undefined : valueAt(own, finding.remote)
        if (remote !== undefined) return { ...none, remote }
      }
      const input = fillTemplate(subscribe.input, filling)
      const answer = await runAction(watched, owner, { action: subscribe.action, input }, signal)
      if (isLater(answer)) return answer
      const secret = subscribe.secret === undefined ? null : valueAt(answer, subscribe.secret)
      if (subscribe.secret !== undefined && (typeof secret !== 'string' || secret === ''))
        throw new NodeError('app_refused', `${connector.name} did not say what it signs with.`)
      return { ...none, remote: valueAt(answer, subscribe.remote) ?? null, secret: secret as string | null }
    },

    async unsubscribe(watched, owner, from, signal) {
      const { trigger } = await findTrigger(watched, owner)
      const isSubscribed = !isPieceTrigger(trigger) && trigger.kind === 'webhook'
      const unsubscribe = isSubscribed ? trigger.subscribing.unsubscribe : undefined
      if (!unsubscribe || from.remote === null) return 'ended'
      const input = fillTemplate(unsubscribe.input, { ...from, secret: '', input: watched.input })
      const answer = await runAction(watched, owner, { action: unsubscribe.action, input }, signal)
      return isLater(answer) ? answer : 'ended'
    },
  }

  async function routeOf(
    watched: Watched,
    owner: UserId,
    { route }: ServiceTrigger & { kind: 'event' },
    signal: AbortSignal,
  ): Promise<{ route: string } | Later> {
    if ('input' in route) return { route: String(watched.input[route.input] ?? '') }
    const answer = await runAction(watched, owner, { action: route.action, input: {}, most_effect: 'read' }, signal)
    if (isLater(answer)) return answer
    const value = valueAt(answer, route.answer)
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new NodeError('app_refused', 'The account does not say whose it is.', { field: 'credential' })
    return { route: String(value) }
  }
}

export function createTriggerPort(parts: TriggerParts): TriggerPort {
  const reader = createReader(parts)
  const { pieces } = parts
  return { find: reader.findTrigger, ...createPolls(reader, pieces), ...createSubscriptions(reader), pieces }
}
