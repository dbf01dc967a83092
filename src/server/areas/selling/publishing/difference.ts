/** What a version has that another has not: for buyers before they upgrade, and for reviewers. Pure. */

import type { VersionDifference } from '#contract/agents/agent-review.ts'
import type { AgentPermissions, Price } from '#contract/agents/agents.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { rupees } from '#server/areas/billing/billing.ts'
import { nameOfSlot } from '#server/areas/connectors/connectors.ts'
import { objectOrEmpty } from '#shared/json.ts'

export interface Side {
  number: number
  changelog: string
  price: Price
  trial_runs: number
  input_schema: JsonObject
  output_schema: JsonObject
  permissions: AgentPermissions
  document: WorkflowDocument | null
  /** Texts of the listing under the names that people know them by. */
  texts: Readonly<Record<string, unknown>>
  runs: number
  succeeded: number
  median_ms: number | null
  score: number | null
}

const same = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null)

type FieldChange = VersionDifference['inputs'][number]

function fieldsBetween(before: JsonObject, after: JsonObject): FieldChange[] {
  const [olds, news] = [objectOrEmpty(before.properties), objectOrEmpty(after.properties)]
  const required = (schema: JsonObject, name: string) =>
    Array.isArray(schema.required) && schema.required.includes(name)
  const gone = Object.keys(olds).filter((name) => !Object.hasOwn(news, name))
  const kept = Object.keys(news).flatMap((name): FieldChange[] => {
    const must = required(after, name)
    if (!Object.hasOwn(olds, name)) return [{ name, change: 'added', required: must }]
    const unchanged = same(olds[name], news[name]) && required(before, name) === must
    return unchanged ? [] : [{ name, change: 'changed', required: must }]
  })
  return [...kept, ...gone.map((name): FieldChange => ({ name, change: 'removed', required: false }))]
}

const grants = ({ reads, sends_to, models, accounts, agents }: AgentPermissions): string[] => [
  ...agents.map(({ name, most_paise }) => `Runs the agent “${name}” for up to ${rupees(most_paise)} a run`),
  ...accounts.map(
    (asked) => `Your account: ${nameOfSlot(asked)}, to ${asked.effects.join(', ')} on ${asked.hosts.join(', ')}`,
  ),
  ...reads.map((text) => `Reads: ${text}`),
  ...sends_to.map((text) => `Sends to: ${text}`),
  ...models.map((text) => `Model: ${text}`),
]

const typeTitle = ({ type }: WorkflowNode): string => catalogue.get(type)?.title ?? type

/** The properties of a step that affect its behaviour: not its position. */
const essence = ({ type, version, config, retry, timeout_ms, on_error, disabled }: WorkflowNode) => ({
  type,
  version,
  config,
  retry: retry ?? null,
  timeout_ms: timeout_ms ?? null,
  on_error: on_error ?? null,
  disabled: disabled === true,
})

const nodesOf = (document: WorkflowDocument | null) => new Map((document?.nodes ?? []).map((node) => [node.id, node]))

/** Steps that came, went, or are set otherwise; renamed ones alone are no difference. */
export function compareSteps(before: WorkflowDocument | null, after: WorkflowDocument | null) {
  const [olds, news] = [nodesOf(before), nodesOf(after)]
  const gone = [...olds.values()].filter((node) => news.get(node.id)?.type !== node.type)
  const came = [...news.values()].filter((node) => olds.get(node.id)?.type !== node.type)
  const changed = [...news.values()].flatMap((node) => {
    const old = olds.get(node.id)
    return old && old.type === node.type && !same(essence(old), essence(node)) ? [{ old, node }] : []
  })
  return { gone, came, changed }
}

const waysOf = (document: WorkflowDocument | null): string[] =>
  (document?.edges ?? []).map(({ from, to }) => `${from.node}.${from.port}>${to.node}.${to.port}`).sort()

const measuredOf = ({ runs, succeeded, median_ms, score }: Side): VersionDifference['measured']['to'] => ({
  runs,
  success_rate: runs > 0 ? succeeded / runs : null,
  median_ms,
  score,
})

/** @param before null for the first version: then everything is new, and nothing but its figures is told */
export function compareVersions(before: Side | null, after: Side): VersionDifference {
  const to = measuredOf(after)
  const { number, changelog } = after
  if (!before) {
    const price = { from: null, to: after.price }
    const permissions = { added: grants(after.permissions), removed: [] }
    return {
      from: null,
      to: number,
      changelog,
      price,
      trial_runs: null,
      inputs: [],
      outputs: [],
      permissions,
      steps: [],
      connections_changed: false,
      texts: [],
      measured: { from: null, to },
    }
  }
  const { gone, came, changed } = compareSteps(before.document, after.document)
  const step = (node: WorkflowNode, change: 'added' | 'removed' | 'changed') => ({
    title: node.title,
    type_title: typeTitle(node),
    change,
  })
  const [had, has] = [grants(before.permissions), grants(after.permissions)]
  return {
    from: before.number,
    to: number,
    changelog,
    price: same(before.price, after.price) ? null : { from: before.price, to: after.price },
    trial_runs: before.trial_runs === after.trial_runs ? null : { from: before.trial_runs, to: after.trial_runs },
    inputs: fieldsBetween(before.input_schema, after.input_schema),
    outputs: fieldsBetween(before.output_schema, after.output_schema),
    permissions: {
      added: has.filter((text) => !had.includes(text)),
      removed: had.filter((text) => !has.includes(text)),
    },
    steps: [
      ...came.map((node) => step(node, 'added')),
      ...changed.map(({ node }) => step(node, 'changed')),
      ...gone.map((node) => step(node, 'removed')),
    ],
    connections_changed: !same(waysOf(before.document), waysOf(after.document)),
    texts: Object.keys(after.texts).filter((name) => !same(before.texts[name], after.texts[name])),
    measured: { from: measuredOf(before), to },
  }
}
