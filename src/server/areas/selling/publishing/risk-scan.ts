/** What a machine sees in a version before a person does: secrets, code, hosts, prompts, and what is wider than before. Pure. */
import type { Finding } from '#contract/agents/agent-review.ts'
import type { AgentPermissions } from '#contract/agents/agents.ts'
import type { SampleCheck } from '#contract/agents/publishing.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { analyse } from '#nodes/import/analyse.ts'
import { ownedIds } from '#nodes/import/owned-ids.ts'
import { askedBeyond, nameOfSlot } from '#server/areas/connectors/connectors.ts'
import { listOrEmpty, objectOrEmpty } from '#shared/json.ts'
import { accountUsesOf } from './account-uses.ts'

type Told = Omit<Finding, 'node'> & { node?: string | null }
const ORDER = { high: 0, medium: 1, low: 2 } as const
const MOST = 200

const PROMPTS = ['prompt', 'system', 'task', 'instructions', 'instruction', 'question']
/** Linear: bounded on both sides. */
const MAIL = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}/
const PHONE = /(?:\+91[ -]?)?\b[6-9]\d{4}[ -]?\d{5}\b/
const QUOTED = (node: WorkflowNode) => `“${node.title}”`

/** Those of the step, and those of its sub-agents. */
const promptsOf = ({ config }: WorkflowNode): [string, string][] =>
  [config, ...listOrEmpty(config.sub_agents).map(objectOrEmpty)].flatMap((settings) =>
    PROMPTS.flatMap((name): [string, string][] => {
      const { [name]: text } = settings
      return typeof text === 'string' && text !== '' ? [[name, text]] : []
    }),
  )

function ofPrompts(node: WorkflowNode): Told[] {
  if (catalogue.get(node.type)?.needs?.includes('model') !== true) return []
  return promptsOf(node).flatMap(([name, text]): Told[] => {
    const mixed: Told = {
      code: 'input_in_prompt',
      severity: 'medium',
      node: node.id,
      message: `The ${name} of ${QUOTED(node)} holds what a buyer enters: it may be taken for an instruction`,
      advice: 'Such text belongs under Data.',
    }
    const personal: Told = {
      code: 'private_in_prompt',
      severity: 'medium',
      node: node.id,
      message: `The ${name} of ${QUOTED(node)} holds a mail address or a phone number, which a model may repeat to buyers`,
      advice: 'Ask the seller to take it out.',
    }
    return [...(text.includes('{{') ? [mixed] : []), ...(MAIL.test(text) || PHONE.test(text) ? [personal] : [])]
  })
}

function ofCredentials(document: WorkflowDocument): Told[] {
  const nodes = new Map(document.nodes.map((node) => [node.id, node]))
  const lent = new Set(accountUsesOf(document).map(({ node, field }) => `${node} ${field}credential`))
  const own = ownedIds(document).filter(
    ({ kind, node, field }) => kind === 'credential' && !lent.has(`${node} ${field}`),
  )
  return [...new Set(own.map(({ node }) => node))].map((id) => ({
    code: 'seller_credential',
    severity: 'low',
    node: id,
    message: `“${nodes.get(id)?.title ?? id}” signs in with a credential of the seller’s: runs of buyers use it`,
    advice: 'Check what buyers reach through it.',
  }))
}

function ofWider(now: AgentPermissions, before: AgentPermissions | null): Told[] {
  if (!before) return []
  const wider = (key: 'reads' | 'sends_to' | 'models', words: string): Told[] =>
    now[key]
      .filter((text) => !before[key].includes(text))
      .map((text) => ({
        code: `new_${key}`,
        severity: key === 'sends_to' ? 'high' : 'medium',
        message: `${words}: ${text}. The last version did not.`,
        advice: 'Buyers see this before they upgrade. Check that the changelog says why.',
      }))
  const accounts = now.accounts.flatMap((asked): Told[] => {
    const had = before.accounts.find(({ slot }) => slot === asked.slot)
    const more = askedBeyond(had ?? null, asked)
    if (more.length === 0) return []
    return [
      {
        code: 'new_accounts',
        severity: 'high',
        message: `It asks buyers for more of their account for ${nameOfSlot(asked)}: ${more.join(', ')}. The last version did not.`,
        advice: 'Runs of buyers stop until they agree. Check that the changelog says why.',
      },
    ]
  })
  return [
    ...accounts,
    ...wider('sends_to', 'It sends data to'),
    ...wider('reads', 'It reads'),
    ...wider('models', 'It asks'),
  ]
}

const SLOW_MS = 60_000

const ofSamples = (samples: readonly SampleCheck[]): Told[] =>
  samples.flatMap(({ title, ms }): Told[] =>
    ms !== null && ms > SLOW_MS
      ? [
          {
            code: 'slow_sample',
            severity: 'low',
            message: `The sample “${title}” took ${Math.round(ms / 1000)} s`,
            advice: 'Visitors try samples on the page and wait for them.',
          },
        ]
      : [],
  )

/** The worst first. @param before what the last version was permitted; null for the first */
export function scanForRisks(
  document: WorkflowDocument,
  { now, before, samples }: { now: AgentPermissions; before: AgentPermissions | null; samples: readonly SampleCheck[] },
): Finding[] {
  const risks = analyse(document, []).risks.map(({ code, severity, node, message, advice }) => ({
    code,
    severity,
    node,
    message,
    advice,
  }))
  const on = document.nodes.filter(({ disabled }) => disabled !== true)
  const told: Told[] = [
    ...risks,
    ...on.flatMap(ofPrompts),
    ...ofCredentials(document),
    ...ofWider(now, before),
    ...ofSamples(samples),
  ]
  return told
    .map((finding) => ({ ...finding, node: finding.node ?? null }))
    .sort((a, b) => ORDER[a.severity] - ORDER[b.severity])
    .slice(0, MOST)
}
