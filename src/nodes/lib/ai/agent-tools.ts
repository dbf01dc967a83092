/** The tools of an agent: declared in its settings, checked before each call, and nothing else. */

import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { credentialField } from '#nodes/credential-field.ts'
import { SERVER_CHECK, schemaProblems } from '#nodes/lib/data/json-schema.ts'
import { mostPaise } from '#nodes/lib/flow/most-paise.ts'
import { BUYER_ACCOUNT, slotOf } from '#nodes/lib/integrations/account-slot.ts'
import type { ModelToolCall } from '#nodes/model-port.ts'
import { type NodeContext, NodeError } from '#nodes/node.ts'
import type { ActionAnswer, HttpRequest, HttpResponse } from '#nodes/ports.ts'
import { isObject } from '#shared/json.ts'
import { SEARCHES_KNOWLEDGE } from './citations.ts'
import { asText } from './input-text.ts'
import { filesIn, type ToolFile } from './made-files.ts'

/** More than any model handles well; some makers refuse more than 128. */
export const MOST_TOOLS = 100

const fixed = { expression: 'none' } as const

const FIXED_INPUT =
  'Input that is the same in every call of a run, such as {{ $input.session }}. The model can’t change it and doesn’t see it.'

const SHARED = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,40}$/, 'Use lower-case letters, digits and underscores, starting with a letter')
    .describe('The name the model uses for the tool.')
    .meta({ title: 'Name', ...fixed }),
  description: z
    .string()
    .min(1, 'Describe what the tool does')
    .max(2_000)
    .describe('Tells the model what the tool does.')
    .meta({ title: 'Purpose', ...fixed }),
  parameters: JsonObject.default({ type: 'object', properties: {} })
    .describe('A JSON Schema for the object that the model provides.')
    .meta({ title: 'Parameters', widget: 'json_schema', ...fixed }),
  approved: z
    .boolean()
    .default(false)
    .describe('A tool that changes something asks a person before each call, unless this is on.')
    .meta({ title: 'Can act without asking', ...fixed }),
}

const HttpTool = z.strictObject({
  kind: z.literal('http').meta(fixed),
  ...SHARED,
  method: z
    .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    .default('GET')
    .meta({ title: 'Method', ...fixed }),
  url: z
    .string()
    .max(4_000)
    .regex(
      /^https?:\/\/[^/{}\s]+(?:[/?#]|$)/,
      'Start with https:// and a host; only the part after the host can contain {parameters}',
    )
    .describe('Put parameters in braces: https://api.example.com/orders/{id}. The host can’t be a parameter.')
    .meta({ title: 'Address', ...fixed }),
  headers: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/, 'This is not a valid header name'),
        value: z
          .string()
          .max(4_000)
          .regex(/^[^\r\n]*$/, 'A header can’t contain line breaks'),
      }),
    )
    .max(50)
    .optional()
    .describe('Sent with every call. The model doesn’t see them.')
    .meta({ title: 'Headers', ...fixed }),
  sends: z
    .enum(['json', 'form'])
    .default('json')
    .describe('The format of the body.')
    .meta({ title: 'Body format', when: { field: 'method', is: ['POST', 'PUT', 'PATCH'] }, ...fixed }),
  body: Json.optional()
    .describe(
      'The body, with parameters in braces: {"order": "{id}", "source": "chat"}. Parameters that appear neither here nor in the address are added to it. If empty, the body contains all parameters.',
    )
    .meta({ title: 'Body', widget: 'json', when: { field: 'method', is: ['POST', 'PUT', 'PATCH'] }, ...fixed }),
  credential: credentialField(
    ['api_key_header', 'bearer', 'basic', 'query_key', 'oauth2_generic'],
    'Authenticates the request; the model never sees it.',
  ),
})

const NodeTool = z.strictObject({
  kind: z.literal('node').meta(fixed),
  ...SHARED,
  node: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,60}$/, 'Choose a node type')
    .refine((type) => type !== 'http_request', 'Use an HTTP tool instead, which has a fixed host')
    .refine((type) => type !== 'ai_agent', 'An AI agent can’t be a tool of another AI agent')
    .describe('A node type. The model provides its input.')
    .meta({ title: 'Node', widget: 'node_type', ...fixed }),
  config: JsonObject.default({})
    .describe('The settings of the node; {{ $input.name }} is a value from the model.')
    .meta({ title: 'Settings', widget: 'json', ...fixed }),
  /** The catalogue knows the side effects of a node; the node itself does not. */
  acts: z
    .boolean()
    .default(true)
    .describe('Turn off for tools that only look something up.')
    .meta({ title: 'Changes something', ...fixed }),
})

const WorkflowTool = z.strictObject({
  kind: z.literal('workflow').meta(fixed),
  ...SHARED,
  workflow_id: z
    .uuid('Choose a workflow')
    .describe('The model provides the input of the workflow.')
    .meta({ title: 'Workflow', widget: 'workflow', ...fixed }),
  fixed: JsonObject.optional().describe(FIXED_INPUT).meta({ title: 'Fixed input', widget: 'json' }),
})

const MarketplaceTool = z.strictObject({
  kind: z.literal('agent').meta(fixed),
  ...SHARED,
  agent_id: z
    .uuid('Choose an agent')
    .describe('An agent of the marketplace. The model provides its input.')
    .meta({ title: 'Agent', widget: 'agent', ...fixed }),
  most_paise: mostPaise('The most that one call may cost, including AI models. With 0 the agent has to be free.'),
  fixed: JsonObject.optional().describe(FIXED_INPUT).meta({ title: 'Fixed input', widget: 'json' }),
})

const AppTool = z.strictObject({
  kind: z.literal('app').meta(fixed),
  ...SHARED,
  integration: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'Choose an app')
    .describe('The app.')
    .meta({ title: 'App', widget: 'app_action', ...fixed }),
  action: z
    .string()
    .min(1, 'Choose an action')
    .max(128)
    .describe('What the app does.')
    .meta({ title: 'Action', widget: 'app_action', ...fixed }),
  credential: credentialField(['app_account'], 'Your account at the app; the model never sees it.', 'Account'),
  ...BUYER_ACCOUNT,
  fixed: JsonObject.optional().describe(FIXED_INPUT).meta({ title: 'Fixed input', widget: 'json' }),
  effect: z
    .enum(['read', 'write', 'destructive'])
    .default('destructive')
    .describe(
      'What the action does at most. An action that does more is refused. Destructive ones always ask a person.',
    )
    .meta({ title: 'Effect', ...fixed }),
})

export const AgentTool = z.discriminatedUnion('kind', [HttpTool, NodeTool, WorkflowTool, MarketplaceTool, AppTool])
export type AgentTool = z.output<typeof AgentTool>

/** Nodes that reach places of the model's choice, or write there: looking something up with them carries something away. */
export const REACHING_OUT: ReadonlySet<string> = new Set([
  'app_action',
  'graphql_request',
  'webhook_call',
  'remote_agent',
  'send_email',
  'gmail_send',
  'slack_message',
  'rss_read',
  'postgres_query',
  's3',
  'vector_store',
  'data_table',
  'knowledge_document',
])

const PLACE = ['store', 'address', 'collection', 'namespace', 'search_function']

/** A search of the author's own database, whose place the model does not choose: it carries the question there and nothing else. */
const isOwnSearch = ({ node, acts, config }: Extract<AgentTool, { kind: 'node' }>): boolean =>
  node === 'vector_store' &&
  !acts &&
  config.operation !== 'add' &&
  !PLACE.some((field) => JSON.stringify(config[field] ?? '').includes('{{'))

/** A search of the author's knowledge: what it finds is numbered and cited. */
export const isKnowledgeSearch = (tool: Json): boolean =>
  isObject(tool) && tool.kind === 'node' && tool.node === SEARCHES_KNOWLEDGE

/** A tool that is another run. */
export type RunTool = Extract<AgentTool, { kind: 'workflow' | 'agent' }>

export const startsRun = (tool: AgentTool): tool is RunTool => tool.kind === 'workflow' || tool.kind === 'agent'

/** Whether it changes something, carries something away, or may cost something. */
export function acts(tool: AgentTool): boolean {
  if (tool.kind === 'app') return tool.effect !== 'read'
  if (tool.kind === 'http') return tool.method !== 'GET'
  if (tool.kind === 'node' && isOwnSearch(tool)) return false
  return startsRun(tool) || tool.acts || REACHING_OUT.has(tool.node)
}

/** Whether a person is asked first. */
export const needsApproval = (tool: AgentTool): boolean =>
  acts(tool) && (!tool.approved || (tool.kind === 'app' && tool.effect === 'destructive'))

/** What is wrong with a call, in words for the model; null when it may be made. */
export async function callProblem(tool: AgentTool | undefined, call: ModelToolCall): Promise<string | null> {
  if (!tool) return `There is no tool "${call.name}".`
  const problems = await schemaProblems(tool.parameters, call.arguments, SERVER_CHECK)
  if (problems.length === 0) return null
  const list = problems.slice(0, 5).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  return `The arguments don’t match the schema: ${list.join(' ')}`
}

const TOOL_TIMEOUT_MS = 30_000
const MOST_RESULT = 20_000

type Calling = Pick<NodeContext<unknown>, 'http' | 'actions' | 'call' | 'run' | 'signal' | 'progress'>

/** `result`: what the model is told, with the files that it names. `passages`: what a search of knowledge returned, to be numbered. `later`: the service asks to come back then; nothing was done. */
type ToolAnswer =
  | { type: 'answer'; result: string; files: ToolFile[] }
  | { type: 'passages'; output: Json }
  | Extract<ActionAnswer, { type: 'later' }>

/** Calls a tool that answers without another run. @throws NodeError */
export async function callTool(
  ctx: Calling,
  tool: Exclude<AgentTool, RunTool>,
  args: JsonObject,
  key: string,
): Promise<ToolAnswer> {
  if (tool.kind === 'app') {
    const answer = await callApp(ctx, tool, args, key)
    return answer.type === 'later' ? answer : answerWith(answer.output)
  }
  if (tool.kind === 'http')
    return { type: 'answer', result: truncateResult(asText(await callHttp(ctx, tool, args, key))), files: [] }
  const output = await ctx.call(tool.node, tool.config, args, partOf(ctx, key))
  if (isKnowledgeSearch(tool)) return { type: 'passages', output }
  return answerWith(output)
}

const answerWith = (output: Json): ToolAnswer => ({
  type: 'answer',
  result: truncateResult(asText(output)),
  files: filesIn(output),
})

/** Names the part of the step that a call is: the same for each attempt, and another for the next call, also after a wait. */
const partOf = ({ run }: Calling, key: string): string => key.slice(run.idempotency_key.length + 1).replaceAll(':', '.')

async function callApp(
  ctx: Calling,
  tool: Extract<AgentTool, { kind: 'app' }>,
  args: JsonObject,
  key: string,
): Promise<ActionAnswer> {
  const { integration, action, credential, fixed: always, effect } = tool
  const slot = slotOf(tool)
  return ctx.actions.run(
    {
      integration,
      action,
      input: { ...args, ...always },
      credential: credential ?? null,
      all_pages: false,
      most_effect: effect,
      ...(slot !== undefined && { slot }),
    },
    {
      who: ctx.run.as,
      execution_id: ctx.run.execution_id,
      idempotency_key: key,
      progress: (fraction, message) => ctx.progress(fraction, message),
    },
    ctx.signal,
  )
}

export const truncateResult = (text: string): string =>
  text.length > MOST_RESULT ? `${text.slice(0, MOST_RESULT)}\n[cut: ${text.length} characters]` : text

async function callHttp(
  ctx: Calling,
  tool: Extract<AgentTool, { kind: 'http' }>,
  args: JsonObject,
  key: string,
): Promise<Json> {
  const { url, rest } = addressOf(tool.url, args)
  const sendsBody = tool.method !== 'GET' && tool.method !== 'DELETE'
  if (!sendsBody) for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, asText(value))
  const body = sendsBody ? bodyOf(tool, args, rest) : null
  const response = await within(ctx, url, {
    method: tool.method,
    headers: {
      accept: 'application/json, */*',
      ...Object.fromEntries((tool.headers ?? []).map(({ name, value }) => [name.toLowerCase(), value])),
      'idempotency-key': key,
      ...(body && { 'content-type': body.type }),
    },
    body: body?.text ?? null,
    timeout_ms: TOOL_TIMEOUT_MS,
    redirects: 'refuse',
    ...(tool.credential && { credential: tool.credential }),
  })
  return { status: response.status, body: truncateResult(response.body) }
}

const PARAMETER = /\{([a-z][a-z0-9_]{0,60})\}/gi

/** The body of a call: the template with its parameters filled in, plus the parameters that were placed nowhere. */
function bodyOf(
  { body, sends, parameters }: Extract<AgentTool, { kind: 'http' }>,
  args: JsonObject,
  rest: JsonObject,
): { text: string; type: string } {
  const placed = new Set<string>()
  const declared = parameters.properties
  const isParameter = (name: string) =>
    Object.hasOwn(args, name) || (isObject(declared) && Object.hasOwn(declared, name))
  const fill = (part: Json): Json => {
    if (typeof part === 'string') {
      const [, only] = /^\{([a-z][a-z0-9_]{0,60})\}$/i.exec(part) ?? []
      if (only !== undefined && isParameter(only)) {
        placed.add(only)
        return args[only] ?? null
      }
      return part.replace(PARAMETER, (all, name: string) => {
        if (!isParameter(name)) return all
        placed.add(name)
        return asText(args[name] ?? '')
      })
    }
    if (Array.isArray(part)) return part.map(fill)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, fill(inner)]))
  }
  const made = body === undefined ? {} : fill(body)
  const isFields = isObject(made)
  const left = Object.fromEntries(Object.entries(rest).filter(([name]) => !placed.has(name)))
  const whole = isFields ? { ...made, ...left } : made
  if (sends === 'json' || !isFields) return { text: JSON.stringify(whole), type: 'application/json' }
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(whole as JsonObject)) form.append(name, asText(value))
  return { text: form.toString(), type: 'application/x-www-form-urlencoded' }
}

const MOST_REDIRECTS = 5

/** A redirect is followed inside the host that was declared: elsewhere it would carry there what the model gave. */
async function within(ctx: Calling, first: URL, request: Omit<HttpRequest, 'url'>): Promise<HttpResponse> {
  let url = first
  for (let hops = 0; ; hops++) {
    const response = await ctx.http({ ...request, url: url.href }, ctx.signal, ctx.run.as)
    const to = response.status >= 300 && response.status < 400 ? response.headers.location : undefined
    if (to === undefined || request.method !== 'GET') return response
    const next = new URL(to, url.href)
    // From http to https of the same name is the same place.
    const stays = next.host === url.host || (next.host === url.hostname && next.protocol === 'https:')
    if (!stays)
      throw new NodeError(
        'redirect_refused',
        'The address redirects to another host; a tool can only use the host it was declared for',
      )
    if (hops === MOST_REDIRECTS) throw new NodeError('redirect_refused', 'The address redirects too often')
    url = next
  }
}

/** Parameters are encoded where they stand, so none of them leaves its place. @throws NodeError `bad_url` */
function addressOf(template: string, args: JsonObject): { url: URL; rest: JsonObject } {
  const placed = new Set<string>()
  const filled = template.replace(PARAMETER, (_all, name: string) => {
    placed.add(name)
    const text = asText(args[name] ?? '')
    // `.` and `..` would climb out of their place even when encoded.
    return /^\.{1,2}$/.test(text) ? '' : encodeURIComponent(text)
  })
  let url: URL
  try {
    url = new URL(filled)
  } catch {
    throw new NodeError('bad_url', 'The address of the tool is invalid', { field: 'tools' })
  }
  return { url, rest: Object.fromEntries(Object.entries(args).filter(([name]) => !placed.has(name))) }
}
