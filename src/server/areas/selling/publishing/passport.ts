/** The data passport of an agent, read off its workflow: what it reads, whom it sends to, which models see it. Nobody types it. */

import type { AgentAccount, AgentInside, AgentPermissions } from '#contract/agents/agents.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { REMEMBERS_YOU } from '#contract/runs/memory-values.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { actsForAuthor, mayAskModel, toolsOf } from '#server/areas/agents/agents.ts'
import { destinationOf } from '#server/areas/connectors/connectors.ts'
import { listOrEmpty, objectOrEmpty } from '#shared/json.ts'

/** What runs are kept for, as everywhere on this installation. */
export const KEPT =
  'A visitor’s document is deleted after 24 hours. A signed-in user’s runs are kept until they delete them or this installation’s retention period ends.'

const quoted = ({ title }: Pick<WorkflowNode, 'title'>) => `“${title}”`

/** The host of an address that is written in plain text. */
export function plainHost(url: string): string | null {
  const found = /^https?:\/\/([^/{}\s?#]{1,253})/i.exec(url.trim())?.[1]?.split('@').at(-1)
  return found ? found.toLowerCase() : null
}

/** Every setting of this name that is a text, however deep: tools of an agent have addresses of their own. */
export function* findTextsNamed(value: Json, name: string): Generator<string> {
  if (Array.isArray(value)) for (const part of value) yield* findTextsNamed(part, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      if (key === name && typeof part === 'string') yield part
      else yield* findTextsNamed(part, name)
    }
}

/** Node types that read from elsewhere or send there, without an address in their settings. */
const READS: Record<string, string> = {
  postgres_query: 'A database',
  rss_read: 'A news feed',
  s3: 'A file storage',
  vector_store: 'A vector database',
  data_table: 'A table of the seller’s',
  knowledge_search: 'A knowledge base of the seller’s',
}
const SENDS: Record<string, string> = {
  send_email: 'Mail to people named in the run',
  gmail_send: 'Gmail (Google)',
  slack_message: 'Slack',
  postgres_query: 'A database',
  s3: 'A file storage',
  vector_store: 'A vector database',
  knowledge_document: 'A knowledge base of the seller’s',
  data_table: 'A table of the seller’s',
}

/** What a run is given: the fields of its form. */
function inputsOf(trigger: WorkflowNode | undefined): string[] {
  if (trigger?.type === 'chat_trigger') return ['The messages you write']
  const fields = listOrEmpty(trigger?.config.fields).map(objectOrEmpty)
  return fields.map(({ name, label, type }) => {
    const called = typeof label === 'string' && label !== '' ? label : String(name)
    if (type === 'knowledge') return `What a search finds in the knowledge base you choose as “${called}”`
    return type === 'file' ? `The document you give as “${called}”` : `What you enter as “${called}”`
  })
}

/** The nodes and the nodes that its agents may use as tools. */
const typesOf = (node: WorkflowNode): string[] => [
  node.type,
  ...(toolsOf(node.config) ?? []).flatMap((tool) => (typeof tool.node === 'string' ? [tool.node] : [])),
]

const maySeeInput = (node: WorkflowNode): boolean =>
  typesOf(node).some((type) => {
    const known = catalogue.get(type)
    return known !== undefined && mayAskModel(known)
  })

/** A model server that the seller pays: it sees what the node sends to its model. */
const modelServerOf = (node: WorkflowNode): string[] =>
  node.config.credential !== undefined && maySeeInput(node) ? [`A model server of the seller’s (${quoted(node)})`] : []

/** One that turns texts into vectors, for the node or for a tool of its agent. */
const vectorServerOf = (node: WorkflowNode): string[] =>
  [node.config, ...(toolsOf(node.config) ?? []).map(({ config }) => objectOrEmpty(config))].some(
    ({ embeddings }) => typeof embeddings === 'object' && embeddings !== null,
  )
    ? [`A model server of the seller’s (${quoted(node)})`]
    : []

type Hosts = ReadonlyMap<string, readonly string[]>

/** An app by its id: those of the catalogue have the words of their names in it, such as `google-sheets`. */
function appNamed(id: string, node: WorkflowNode, hosts: Hosts): string {
  const known = hosts.get(id) ?? []
  const at = known.length === 0 ? '' : ` at ${known.join(', ')}`
  if (id.startsWith('mcp-')) return `An MCP server the seller connected${at} (${quoted(node)})`
  if (id.startsWith('api-')) return `An app the seller added${at} (${quoted(node)})`
  const words = id.split('-').map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
  return words.join(' ')
}

/** Settings without the actions that use an account of the buyer. */
const ofSeller = ({ config }: WorkflowNode): JsonObject => {
  const tools = toolsOf(config)
  const { integration, ...rest } = config
  const own = config.buyer_account === true || integration === undefined ? rest : config
  return tools === null || !Array.isArray(config.tools)
    ? own
    : { ...own, tools: tools.filter((tool) => tool.buyer_account !== true) }
}

/** Ids of the apps whose actions the node runs, or that its agent has as tools, with accounts of the seller. */
const appsOf = (node: WorkflowNode): string[] =>
  [...findTextsNamed(ofSeller(node), 'integration')].filter((id) => id !== '')

/** Ids of the apps that a workflow uses with accounts of the seller. */
export const appsOfSeller = ({ nodes }: WorkflowDocument): string[] => nodes.flatMap(appsOf)

function sentTo(node: WorkflowNode, appHosts: Hosts): string[] {
  const urls = [...findTextsNamed(node.config, 'url')].filter((url) => url.trim() !== '')
  const unknown = `An address that is only known when it runs (${quoted(node)})`
  const hosts = [...urls.map((url) => plainHost(url) ?? unknown), ...(toolsOf(node.config) === null ? [unknown] : [])]
  const named = typesOf(node).flatMap((type) =>
    Object.hasOwn(SENDS, type) && hosts.length === 0 ? [SENDS[type] ?? ''] : [],
  )
  const apps = appsOf(node).map((id) => appNamed(id, node, appHosts))
  return [...hosts, ...named, ...apps, ...modelServerOf(node), ...vectorServerOf(node)]
}

const asksModel = (type: string): boolean => catalogue.get(type)?.needs?.includes('model') === true

interface ModelsShown {
  /** Names of the seller's models by id. A model that is missing here is listed without its name. */
  names: ReadonlyMap<string, string>
  /** Whether the workflow is open to all. */
  isOpen: boolean
  /** Where apps are that the seller added, by id. One that is missing here is listed without its host. */
  hosts: Hosts
}
/** Whether the runner's own models are used. */
type Shown = ModelsShown & { ofRunner: boolean }

function modelsOf(node: WorkflowNode, { names, ofRunner }: Shown): string[] {
  if (!maySeeInput(node)) return []
  const named = ['model', 'fallback_model'].flatMap((key) => {
    const id = node.config[key]
    if (typeof id !== 'string' || id === '') return []
    return [
      id === 'environment' ? 'The model of this installation' : (names.get(id) ?? 'A model the seller has chosen'),
    ]
  })
  const own = modelServerOf(node)
  if (own.length > 0) return own
  if (named.length > 0) return named
  const must = typesOf(node).some(asksModel)
  const whose = ofRunner ? 'The runner’s default model' : 'The default model of this installation'
  return [must ? whose : `${whose}, where one is set up`]
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/** What its steps use that is not the seller's: accounts of the buyer, and agents that the buyer pays for. */
interface OthersUsed {
  accounts: readonly AgentAccount[]
  agents: readonly AgentInside[]
}

export function buildPassport(
  document: WorkflowDocument,
  shown: ModelsShown,
  { accounts, agents }: OthersUsed = { accounts: [], agents: [] },
): AgentPermissions {
  const nodes = document.nodes.filter(({ disabled }) => disabled !== true)
  const ofRunner = shown.isOpen && !actsForAuthor(document)
  const trigger = nodes.find(({ type }) => catalogue.isTrigger(type))
  const reads = nodes.flatMap((node) =>
    typesOf(node).flatMap((type) => (Object.hasOwn(READS, type) ? [`${READS[type]} (${quoted(node)})`] : [])),
  )
  const remembers = nodes.flatMap((node) =>
    node.config.person_memory === true ? [`${REMEMBERS_YOU} (${quoted(node)})`] : [],
  )
  const written = nodes.flatMap((node) =>
    node.config.curated === true ? [`Answers that the seller wrote (${quoted(node)})`] : [],
  )
  const skilled = nodes.flatMap((node) =>
    listOrEmpty(node.config.skills).length > 0 ? [`Skills that the seller gave it (${quoted(node)})`] : [],
  )
  return {
    reads: unique([...inputsOf(trigger), ...reads, ...remembers, ...written, ...skilled]),
    sends_to: unique([
      ...nodes.flatMap((node) => sentTo(node, shown.hosts)),
      ...accounts.map(({ app_name }) => destinationOf(app_name)),
      ...agents.map(({ name }) => `The agent “${name}”`),
    ]),
    models: unique(nodes.flatMap((node) => modelsOf(node, { ...shown, ofRunner }))),
    kept: KEPT,
    accounts: [...accounts],
    agents: [...agents],
  }
}

/** How its result is shown: as its last step says. */
export function resultViewOf(document: WorkflowDocument): string {
  const leads = new Set(document.edges.map(({ from }) => from.node))
  const last = document.nodes.filter(({ id, disabled }) => !leads.has(id) && disabled !== true)
  const shown = last.find(({ type }) => type === 'render_result')
  return typeof shown?.config.view === 'string' ? shown.config.view : 'json'
}

function mayCallWorkflow({ config }: WorkflowNode): boolean {
  const tools = toolsOf(config)
  return tools === null || tools.some(({ kind }) => kind === 'workflow')
}

/** Steps that run another workflow: it could change after the review. */
export const findSubWorkflowSteps = (document: WorkflowDocument): WorkflowNode[] =>
  document.nodes.filter(
    (node) => node.disabled !== true && (typesOf(node).includes('sub_workflow') || mayCallWorkflow(node)),
  )
