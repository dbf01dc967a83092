/** Makes a connector of what was chosen for an app. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SimpleIcon } from 'simple-icons'
import * as icons from 'simple-icons'
import type { Action, AddressVariable, Connector, HttpPart, Logo } from '#connectors/connector.ts'
import { type OpenApiReading, readOpenApi } from '#connectors/openapi/read.ts'
import { idOf } from '#connectors/openapi/words.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { documentOf, isByHand, placeOf } from './by-hand.ts'
import type { ActionChoice, AppChoice, Presets } from './choices.ts'
import { chooseByScore } from './choose.ts'
import { checkLists, choiceLists, markChoices } from './forms.ts'
import type { Made } from './index-entry.ts'
import { applyChoice } from './shape.ts'
import { signInOf } from './sign-in.ts'
import { trim } from './trim.ts'

const MOST_PARTS = { input: 160, output: 60 }
/** Documents last only so many bytes in memory: one at a time is kept. */
let lastRead: { path: string; reading: OpenApiReading } | null = null

function readDocument(folder: string, path: string, baseUrl: string | undefined): OpenApiReading {
  const key = `${path} ${baseUrl ?? ''}`
  if (lastRead?.path === key) return lastRead.reading
  const text = readFileSync(join(folder, path), 'utf8')
  const reading = readOpenApi(text, { mostParts: MOST_PARTS, ...(baseUrl === undefined ? {} : { baseUrl }) })
  lastRead = { path: key, reading }
  return reading
}

/** `Title | verb, verb` */
function asChoice(choice: string | ActionChoice): ActionChoice {
  const { title: text, ...rest } = typeof choice === 'string' ? { title: choice } : choice
  const [title = '', verbs = ''] = text.split('|').map((part) => part.trim())
  const more = verbs === '' ? [] : verbs.split(',').map((verb) => verb.trim())
  return { ...rest, title, verbs: [...more, ...(('verbs' in rest && rest.verbs) || [])] }
}

/** What was chosen, with the forms of the actions: the ids stay, whatever the titles become. */
function withForms({ actions = {}, forms }: AppChoice): (readonly [string, ActionChoice])[] {
  const added = Object.entries(forms?.add ?? {}).map(([key, { form, ...choice }]) => {
    const plain = form === undefined ? {} : { plain: form }
    return [key, asChoice({ ...(choice as unknown as ActionChoice), ...plain })] as const
  })
  const left = new Set(Object.keys(forms?.actions ?? {}))
  const chosen = Object.entries(actions).map(([key, given]) => {
    const choice = asChoice(given)
    const id = choice.id ?? actionId(choice.title)
    const own = forms?.actions[id]
    if (!own) return [key, choice] as const
    left.delete(id)
    const { form: plain, ...changes } = own
    return [key, asChoice({ ...choice, ...defined(changes), plain, id })] as const
  })
  if (left.size > 0) throw new Error(`There are forms for ${[...left].join(', ')}, which aren’t actions`)
  return [...added, ...chosen]
}

const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }

export async function makeConnector(id: string, app: AppChoice, presets: Presets, folder: string): Promise<Made> {
  const document = app.document === undefined ? null : readDocument(folder, app.document, app.base_url)
  const byHandOrName = withForms(app)
  const choices = [...byHandOrName, ...(document && app.auto ? chooseByScore(document, app, byHandOrName) : [])]
  const handMade = byHandOrName.filter(([key, choice]) => app.document === undefined || isByHand(key, choice))
  const byHand =
    handMade.length === 0
      ? null
      : readOpenApi(JSON.stringify(documentOf(withBase(app, document), handMade)), { mostParts: MOST_PARTS })
  const scopes = document ? scopesKnown(document) : new Map<string, string>()
  const signIn = app.sign_in?.map((choice) => signInOf(choice, presets, scopes)) ?? document?.head.sign_in ?? []
  const offered = new Set(signIn.flatMap((one) => (one.type === 'oauth2' ? one.scopes.map(({ name }) => name) : [])))
  const verbs = new Map<string, readonly string[]>()
  const lists = app.forms?.lists ?? {}
  const actions = choices.map(([key, choice]) => {
    const reading = handMade.some(([one]) => one === key) ? byHand : document
    const shaped = applyChoice(readAction(reading, key), choice, app)
    const action = asOperation(app, key, shaped.action)
    if (app.protocol !== undefined && shaped.action.call.type === 'http' && shaped.action.call.parts.some(isMoved))
      throw new Error(`${choice.title}: an operation takes its input as it is`)
    if (
      offered.size > 0 &&
      action.scopes.length > 0 &&
      scopesWithin(action, offered).length === 0 &&
      !action.scopes.some((set) => set.length === 0 || set.includes('none'))
    )
      throw new Error(`${choice.title} needs one of ${action.scopes.map((set) => set.join(' and ')).join(', ')}`)
    const named = { ...trim(action), id: choice.id ?? actionId(choice.title), scopes: scopesWithin(action, offered) }
    verbs.set(named.id, choice.verbs ?? [])
    return withChoices(named, choiceLists(shaped.choose, lists))
  })
  for (const action of actions) checkLists(action.choices ?? {}, actions, action)
  const twice = actions.find(({ id: one }, index) => actions.findIndex((other) => other.id === one) !== index)
  if (twice) throw new Error(`Two actions are called ${twice.id}`)
  const { head } = document ?? byHand ?? raise('There are no actions')
  const connector: Connector = {
    ...{
      id,
      name: app.name,
      description: app.sentence,
      source: app.source ?? 'openapi',
      provider: app.provider ?? app.name,
    },
    version: document ? head.version : '1',
    categories: app.categories,
    logo: logoOf(app),
    website: app.website ?? head.website,
    licence: document ? head.licence : null,
    sign_in: signIn,
    base_url: (app.base_url ?? head.base_url).replace(/\/+$/, ''),
    variables: variablesOf(app, head.variables),
    hosts: [...new Set([...(app.hosts ?? []), ...actions.flatMap(({ call }) => hostsOf(call))])],
    actions,
    ...(app.test === undefined ? testAction(actions) : { test_action: app.test }),
  }
  return { connector, aliases: app.aliases ?? [], verbs }
}

/** The account itself where the service tells of it, otherwise a list: what a request without any input reads. */
function testAction(actions: readonly Action[]): { test_action?: string } {
  const free = actions.filter(
    ({ effect, input, call }) =>
      effect === 'read' && !input.required && (call.type === 'http' ? call.answer === 'json' : call.type === 'builtin'),
  )
  const [first] = [/^get_(?:account|bot|profile|user|current_user|my_|workspace$|shop$|balance)/, /^list_/].flatMap(
    (wanted) =>
      free.filter(
        ({ id }) => wanted.test(id) && !/supported|available|language|genre|categor|kinds|_by_|_in_/.test(id),
      ),
  )
  return first ? { test_action: first.id } : {}
}

function withChoices(action: Action, choices: NonNullable<Action['choices']>): Action {
  if (Object.keys(choices).length === 0) return action
  const properties = markChoices((action.input.properties ?? {}) as JsonObject, choices)
  return { ...action, input: { ...action.input, properties }, choices }
}

const isMoved = ({ place, term, as, within }: HttpPart): boolean => [place, term, as, within].some(Boolean)

/** An app of a protocol has operations in place of requests. */
const asOperation = ({ protocol }: AppChoice, key: string, action: Action): Action =>
  protocol === undefined ? action : { ...action, call: { type: 'builtin', protocol, operation: key } }

const raise = (message: string): never => {
  throw new Error(message)
}

const withBase = (app: AppChoice, document: OpenApiReading | null): AppChoice => ({
  ...app,
  base_url: app.protocol
    ? 'https://example.com'
    : (app.base_url ?? document?.head.base_url ?? raise('Name the address of the service')),
})

const hostsOf = (call: Action['call']): string[] =>
  call.type === 'http' && call.base_url !== undefined ? [call.base_url.split('/')[2] ?? ''] : []

function scopesKnown({ head }: OpenApiReading): Map<string, string> {
  return new Map(
    head.sign_in.flatMap((one) =>
      one.type === 'oauth2' ? one.scopes.map(({ name, title }) => [name, title] as const) : [],
    ),
  )
}

/** Of several scopes that would do, those that are asked for. */
function scopesWithin({ scopes }: Action, offered: ReadonlySet<string>): string[][] {
  const within = scopes.filter((set) => set.length > 0 && set.every((scope) => offered.has(scope)))
  if (within.length > 0) return within.map((set) => [...set])
  // Slack's document names together what is needed for one kind of channel each.
  return scopes.map((set) => set.filter((scope) => offered.has(scope))).filter((set) => set.length > 0)
}

function readAction(reading: OpenApiReading | null, key: string): Action {
  const [method, path] = placeOf(key)
  const operation = key.replace(/#[a-z_]+$/, '')
  const byPlace = reading?.operations.find((one) => one.method === method && one.path === path)
  const byName = reading?.operations.find((one) => one.operation_id === operation)
  const summary = key.includes(' ') ? byPlace : (byName ?? byPlace)
  if (!reading || !summary) throw new Error(`The document has no operation ${key}`)
  return reading.action(summary.id)
}

/** `Add a row` → `add_row` */
const actionId = (title: string): string => idOf(title.replace(/\b(?:a|an|the|my)\b/gi, ' ').replace(/[’']/g, ''))

function variablesOf(app: AppChoice, known: readonly AddressVariable[]): AddressVariable[] {
  if (!app.variables) return [...known]
  return app.variables.map((variable) => ({
    label: variable.name,
    help: '',
    ...known.find(({ name }) => name === variable.name),
    ...variable,
  }))
}

function logoOf(app: AppChoice): Logo | null {
  if (app.logo === null) return null
  const all: SimpleIcon[] = Object.entries(icons).flatMap(([name, icon]) =>
    name.startsWith('si') && 'slug' in icon ? [icon] : [],
  )
  const found =
    app.logo === undefined ? all.find(({ title }) => title === app.name) : all.find(({ slug }) => slug === app.logo)
  if (!found && app.logo !== undefined) throw new Error(`simple-icons has no ${app.logo}`)
  return found ? { path: found.path, colour: found.hex } : null
}
