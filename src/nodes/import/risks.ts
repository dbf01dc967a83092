/** What can go wrong with a workflow, where, and what to do about it. */
import type { Json } from '#contract/core/primitives.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { topologicalOrder } from '#graph/plan.ts'
import { untranslatedIn } from '#graph/untranslated.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { findSecrets } from './secrets.ts'
import { listAt, readTextAt } from './untrusted.ts'

export const RISK_CODES = [
  'secret_in_text',
  'leaves_machine',
  'not_encrypted',
  'open_webhook',
  'code',
  'changes_data',
  'calls_per_item',
  'endless_loop',
  'no_error_handling',
  'untrusted_in_prompt',
  'not_translated',
  'placeholder',
] as const

export interface Risk {
  code: (typeof RISK_CODES)[number]
  severity: 'high' | 'medium' | 'low'
  node: string
  field: string | null
  message: string
  advice: string
}

const MOST = 200
const ORDER = { high: 0, medium: 1, low: 2 } as const

/** The worst first. @param inLoop nodes that run once per item */
export function findRisks(document: WorkflowDocument, inLoop: ReadonlySet<string>): Risk[] {
  const trigger = document.nodes.find(({ type }) => catalogue.isTrigger(type))
  const risks = document.nodes.flatMap((node) =>
    node.disabled === true ? [] : [...ofNode(node, inLoop, trigger?.type ?? null)],
  )
  return [...risks, ...circles(document)].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]).slice(0, MOST)
}

const quoted = (node: WorkflowNode) => `“${node.title}”`

const tell =
  (node: WorkflowNode): Tell =>
  (code, severity, message, advice, field = null) => ({ code, severity, node: node.id, field, message, advice })

function* ofNode(node: WorkflowNode, inLoop: ReadonlySet<string>, trigger: string | null): Generator<Risk> {
  const risk = tell(node)
  const type = catalogue.get(node.type)
  for (const { field, label } of findSecrets(node.config).slice(0, 20)) {
    const what = label === '' ? 'a secret' : `what looks like a secret (${label.slice(0, 40)})`
    const advice = 'Store it as a credential and choose that here; then change the secret at the service.'
    yield risk('secret_in_text', 'high', `${quoted(node)} contains ${what} in plain text`, advice, field)
  }
  if (type === undefined) return
  if (type.unfinished)
    yield risk('placeholder', 'high', `${quoted(node)} has no equivalent here`, 'Replace it, or turn it off.')
  if (untranslatedIn(node.config).length > 0) {
    const advice = 'Write it again in JSONata; until then the step fails.'
    yield risk('not_translated', 'high', `An expression of ${quoted(node)} was not translated`, advice)
  }
  yield* inward(node, type.needs?.includes('model') === true, trigger, risk)
  yield* outward(node, type.kind === 'effect', risk)
  for (const [index, tool] of listAt(node.config, 'tools').entries()) yield* ofTool(node, tool, index, risk)
  if (type.kind !== 'effect') return
  if (inLoop.has(node.id)) {
    const advice = 'Put “Take items” before the “For each”, so that a long list cannot start thousands of calls.'
    yield risk('calls_per_item', 'medium', `${quoted(node)} runs once for every item of a list`, advice)
  }
  if (node.on_error === undefined && node.retry === undefined) {
    const advice = 'Set it to retry, or add an error output.'
    yield risk('no_error_handling', 'low', `If ${quoted(node)} fails, the run ends there`, advice, 'on_error')
  }
}

/** What an agent may do without asking, tool by tool. */
function* ofTool(node: WorkflowNode, tool: Json, index: number, risk: Tell): Generator<Risk> {
  const named = `The tool “${readTextAt(tool, 'name') ?? index + 1}” of ${quoted(node)}`
  const place = `tools.${index}`
  const url = readTextAt(tool, 'url')
  const host = url && /^https?:\/\/([^/{}\s?#]{1,200})/i.exec(url)?.[1]?.split('@').at(-1)
  if (host) {
    const advice = 'Check what is sent and whether the receiver may have it.'
    yield risk('leaves_machine', 'low', `${named} sends data to ${host}`, advice, `${place}.url`)
    if (/^http:/i.test(url))
      yield risk(
        'not_encrypted',
        'high',
        `${named} sends over an unencrypted connection`,
        'Use https://.',
        `${place}.url`,
      )
  }
  const kind = readTextAt(tool, 'node') ?? ''
  if (kind === 'code') {
    const advice = 'Read it before the first run. It runs isolated from the network, files and other runs.'
    yield risk('code', 'medium', `${named} runs code written by the author of this workflow`, advice, `${place}.config`)
  }
  const way = Object.hasOwn(SENDS, kind) ? SENDS[kind] : null
  if (way) {
    const advice = 'Check what is sent and whether the receiver may have it.'
    yield risk('leaves_machine', 'low', `${named} sends data ${way}`, advice, `${place}.config`)
  }
}

/** Triggers that strangers may reach. */
const OPEN_TRIGGERS = ['webhook_trigger', 'email_trigger', 'chat_trigger', 'form_trigger']

/** What others may do to it. */
function* inward(node: WorkflowNode, asksModel: boolean, trigger: string | null, risk: Tell): Generator<Risk> {
  if (node.type === 'code') {
    const advice = 'Read it before the first run. It runs isolated from the network, files and other runs.'
    yield risk('code', 'medium', `${quoted(node)} runs code written by the author of this workflow`, advice, 'source')
  }
  if (node.type === 'webhook_trigger' && (node.config.auth === undefined || node.config.auth === 'none')) {
    const advice = 'Protect it with a header or a signature.'
    yield risk('open_webhook', 'medium', `Anyone who knows the address of ${quoted(node)} can start it`, advice, 'auth')
  }
  if (
    asksModel &&
    trigger !== null &&
    OPEN_TRIGGERS.includes(trigger) &&
    PROMPTS.some((field) => String(node.config[field] ?? '').includes('{{'))
  ) {
    const advice = 'Pass this text under Data: text there is never treated as an instruction.'
    yield risk(
      'untrusted_in_prompt',
      'medium',
      `The instruction of ${quoted(node)} contains text that strangers may have written`,
      advice,
      node.type === 'ai_agent' ? 'task' : 'prompt',
    )
  }
}

/** Where instructions for a model stand. */
const PROMPTS = ['prompt', 'task']

type Tell = (
  code: Risk['code'],
  severity: Risk['severity'],
  message: string,
  advice: string,
  field?: string | null,
) => Risk

const SENDS: Record<string, string> = {
  send_email: 'by email',
  gmail_send: 'through Gmail',
  slack_message: 'to Slack',
  postgres_query: 'to a database',
  s3: 'to an S3 storage',
  webhook_call: 'to a web address',
  remote_agent: 'to an agent elsewhere',
  graphql_request: 'to a web address',
  rss_read: 'to a web address',
}

function* outward(node: WorkflowNode, effect: boolean, risk: Tell): Generator<Risk> {
  if (node.config.mode === 'write' && node.type === 'postgres_query') {
    const advice = 'Give its credential only the rights it needs.'
    yield risk('changes_data', 'medium', `${quoted(node)} changes data in a database`, advice, 'query')
  }
  const { url } = node.config
  if (typeof url === 'string' && url !== '') {
    const host = /^https?:\/\/([^/{}\s?#]{1,200})/i.exec(url)?.[1]?.split('@').at(-1)
    const where = host ? `to ${host}` : 'to an address that is known only at run time'
    yield risk(
      'leaves_machine',
      host ? 'low' : 'medium',
      `${quoted(node)} sends data ${where}`,
      'Check what is sent and whether the receiver may have it.',
      'url',
    )
    if (/^http:/i.test(url))
      yield risk(
        'not_encrypted',
        'high',
        `${quoted(node)} sends over an unencrypted connection`,
        'Use https://.',
        'url',
      )
    return
  }
  const way = Object.hasOwn(SENDS, node.type)
    ? SENDS[node.type]
    : catalogue.get(node.type)?.needs?.includes('model')
      ? 'to a language model'
      : null
  if (effect && way)
    yield risk(
      'leaves_machine',
      'low',
      `${quoted(node)} sends data ${way}`,
      'Check what is sent and whether the receiver may have it.',
    )
}

/** Nodes on or behind a way that leads back to itself. */
function circles({ nodes, edges }: WorkflowDocument): Risk[] {
  const ordered = new Set(topologicalOrder(nodes, edges))
  return nodes
    .filter(({ id }) => !ordered.has(id))
    .map((node) => ({
      code: 'endless_loop' as const,
      severity: 'high' as const,
      node: node.id,
      field: null,
      message: `${quoted(node)} is part of an endless loop`,
      advice: 'Use “For each” to repeat steps, or the retries of a step to try again.',
    }))
}
