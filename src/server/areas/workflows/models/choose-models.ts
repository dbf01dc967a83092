/** Which model a run asks, and which one when that fails. */

import type { UserId } from '#contract/core/primitives.ts'
import { providerOf } from '#contract/workflows/model-providers.ts'
import type { ModelSettings } from '#contract/workflows/models.ts'
import type { ModelRequest } from '#nodes/model-port.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunAs } from '#nodes/ports.ts'
import { findAllowedUse, isAllowed, refusedCountry } from '#server/areas/accounts/accounts.ts'
import type { ModelTarget } from '#server/gateways/models/client.ts'
import type { EnvironmentModel } from '#server/gateways/models/settings.ts'
import type { Vault } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openModelKey } from './model-key.ts'
import { findModels, findSettings, type ModelRow } from './models.store.ts'
import { mayAskOwnModels } from './own-models.ts'

/** The id of the model in the operator's configuration. */
export const ENVIRONMENT = 'environment'

const MODEL_NOT_ALLOWED =
  'The data policy of this workspace doesn’t allow this AI model. Choose an allowed one, or ask an owner or admin.'

/** A model as it is asked: with its key, its price and whose budget it is. */
export interface Chosen {
  id: string
  /** Null for the operator's. */
  owner_id: UserId | null
  target: ModelTarget
  input_price: number | null
  output_price: number | null
  /** Where it processes data, as its owner says; null where nobody has. */
  country: string | null
}

export interface ChoiceDeps {
  db: Database
  vault: Vault
  environment: EnvironmentModel | null
}

export const ofEnvironment = (one: EnvironmentModel): Chosen => ({
  id: ENVIRONMENT,
  owner_id: null,
  target: {
    base_url: one.base_url,
    model: one.model,
    api_key: one.api_key,
    schema: providerOf(one.provider)?.schema ?? false,
    of_operator: true,
  },
  input_price: one.input_price,
  output_price: one.output_price,
  country: one.country,
})

/** @throws NodeError `credential_unreadable` */
export const ofRow = (vault: Vault, row: ModelRow): Chosen => ({
  id: row.id,
  owner_id: row.owner_id,
  target: {
    base_url: row.base_url,
    model: row.model,
    api_key: openModelKey(vault, row),
    schema: providerOf(row.provider)?.schema ?? false,
    of_operator: false,
  },
  input_price: row.input_price,
  output_price: row.output_price,
  country: row.country,
})

interface Seen {
  rows: ModelRow[]
  own: ModelSettings | null
  operator: ModelSettings
  /** Whose own models and settings count; null for a visitor, and where the runner's may not be asked. */
  runner: UserId | null
}

async function look({ db }: ChoiceDeps, who: RunAs): Promise<Seen> {
  const runner = 'user_id' in who.owner && (await mayAskOwnModels(db, who)) ? (who.owner.user_id as UserId) : null
  const owners = [runner, who.author].filter((id) => id !== null)
  const [rows, own, operator] = await Promise.all([
    findModels(db, owners),
    runner === null ? null : findSettings(db, runner),
    findSettings(db, null),
  ])
  return { rows, own, operator, runner }
}

/**
 * The id of the default model: the runner's where it can be used, otherwise the operator's. An author's own model is
 * used only if a step names it.
 */
function defaultOf({ environment }: ChoiceDeps, { rows, own, operator, runner }: Seen): string | null {
  const exists = (id: string | null | undefined) =>
    id && (id === ENVIRONMENT ? environment !== null : rows.some((row) => row.id === id)) ? id : null
  return (
    exists(own?.default_model) ??
    rows.find((row) => row.owner_id !== null && row.owner_id === runner)?.id ??
    exists(operator.default_model) ??
    (environment ? ENVIRONMENT : null) ??
    rows.find((row) => row.owner_id === null)?.id ??
    null
  )
}

const missing = ({ runner }: Seen, { owner }: RunAs) =>
  new NodeError(
    'model_missing',
    runner === null && 'user_id' in owner
      ? 'This step has no AI model, and this installation has none for agents that can’t use your own models. Choose one in the step, or ask the operator to add one.'
      : 'No model is set up. Add one in Settings under Models, or choose one in the step.',
  )

const notFound = (field: string) =>
  new NodeError('model_not_found', 'This model doesn’t exist. Choose another one in the step’s settings.', {
    field,
  })

/** What a step may name: models of the workflow's owner and of the operator, as with credentials. */
const nameable = (seen: Seen, { author }: RunAs): Seen => ({
  ...seen,
  rows: seen.rows.filter(({ owner_id }) => owner_id === null || owner_id === (author ?? seen.runner)),
})

function named(deps: ChoiceDeps, seen: Seen, id: string, field: string): Chosen {
  if (id === ENVIRONMENT && deps.environment) return ofEnvironment(deps.environment)
  const row = seen.rows.find((one) => one.id === id)
  if (!row) throw notFound(field)
  return ofRow(deps.vault, row)
}

/** A credential of a model server, with everything in it but perhaps the model's name. */
async function ofCredential(deps: ChoiceDeps, id: string, who: RunAs, model: string | undefined): Promise<Chosen> {
  const { type, fields, owner_id } = await deps.vault.open(id, who)
  if (type !== 'openai_compatible')
    throw new NodeError('credential_type', 'Choose a credential of an AI model.', { field: 'credential' })
  const name = model ?? fields.model
  if (!name)
    throw new NodeError('model_missing', 'The credential has no model. Enter one in the step.', { field: 'model' })
  const target = { base_url: fields.base_url ?? '', model: name, api_key: fields.api_key || null, schema: false }
  return {
    id: `credential:${id}`,
    owner_id,
    target: { ...target, of_operator: false },
    input_price: null,
    output_price: null,
    country: null,
  }
}

/** Why the data policy of the run's owner doesn't allow a model; null where it does. */
type Refuse = (chosen: Chosen) => NodeError | null

/** A model of a credential is in no list that a policy could name, and nobody has said where it processes data. */
async function refusals({ db }: ChoiceDeps, { owner }: RunAs): Promise<Refuse> {
  const use = await findAllowedUse(db, 'user_id' in owner ? owner.user_id : null)
  return ({ id, country }) => {
    if (!isAllowed(use.models, id)) return new NodeError('model_not_allowed', MODEL_NOT_ALLOWED, { field: 'model' })
    const refused = refusedCountry(use, 'model', country)
    return refused === null ? null : new NodeError('country_not_allowed', refused, { field: 'model' })
  }
}

/** @throws NodeError `model_not_allowed`, `country_not_allowed` */
function requireAllowed(chosen: Chosen, refuse: Refuse): void {
  const refused = refuse(chosen)
  if (refused) throw refused
}

/**
 * The models to ask, best first: one or two. A fallback that the data policy of the run's owner doesn't allow is not asked.
 * @throws NodeError `model_missing`, `model_not_found` (also for a foreign one), `model_not_allowed`,
 * `country_not_allowed`, `credential_not_found`, `credential_type`
 */
export async function chooseModels(deps: ChoiceDeps, request: ModelRequest, who: RunAs): Promise<[Chosen, Chosen?]> {
  const refuse = await refusals(deps, who)
  const [first, second] = await chooseAny(deps, request, who)
  requireAllowed(first, refuse)
  return second && refuse(second) === null ? [first, second] : [first]
}

async function chooseAny(deps: ChoiceDeps, request: ModelRequest, who: RunAs): Promise<[Chosen, Chosen?]> {
  const seen = await look(deps, who)
  const byName = nameable(seen, who)
  const choose = () =>
    request.model !== undefined
      ? named(deps, byName, request.model, 'model')
      : named(deps, seen, defaultOf(deps, seen) ?? fail(missing(seen, who)), 'model')
  const first = request.credential ? await ofCredential(deps, request.credential, who, request.model) : choose()
  const fallback = request.fallback_model ?? seen.own?.fallback_model ?? seen.operator.fallback_model
  if (!fallback || fallback === first.id) return [first]
  if (request.fallback_model) return [first, named(deps, byName, fallback, 'fallback_model')]
  const known = fallback === ENVIRONMENT ? deps.environment !== null : seen.rows.some((row) => row.id === fallback)
  return known ? [first, named(deps, seen, fallback, 'fallback_model')] : [first]
}

/** A model by its id, for what is no step. @throws NodeError `model_not_found`, also for another person's; as `requireAllowed` */
export async function chooseNamed(deps: ChoiceDeps, id: string, who: RunAs): Promise<Chosen> {
  const chosen = named(deps, nameable(await look(deps, who), who), id, 'model')
  requireAllowed(chosen, await refusals(deps, who))
  return chosen
}

function fail(error: Error): never {
  throw error
}

/** Is there a model that a run without a name in its steps would ask? */
export async function hasModel(deps: ChoiceDeps, who: RunAs): Promise<boolean> {
  return defaultOf(deps, await look(deps, who)) !== null
}
