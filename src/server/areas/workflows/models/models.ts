/** The verbs of models. A key goes in and never comes out; it is bound to the address it was entered for. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { MODEL_LIMITS } from '#contract/workflows/model-limits.ts'
import { providerOf } from '#contract/workflows/model-providers.ts'
import type {
  Model,
  ModelChange,
  ModelId,
  ModelScope,
  ModelSettings,
  NewModel,
  NewModelSettings,
} from '#contract/workflows/models.ts'
import type { EnvironmentModel } from '#server/gateways/models/settings.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { findUseToday, type Used } from './calls.store.ts'
import { type ChoiceDeps, ENVIRONMENT } from './choose-models.ts'
import { NO_KEY, sealKey } from './model-key.ts'
import { mayChangeModel, mayChangeOperatorModels } from './models.policy.ts'
import * as store from './models.store.ts'

function present(row: store.ModelRow, caller: Caller): Model {
  const editable = row.owner_id !== null || mayChangeOperatorModels(caller)
  return {
    id: row.id,
    scope: row.owner_id === null ? 'operator' : 'own',
    name: row.name,
    provider: row.provider,
    model: row.model,
    base_url: editable ? row.base_url : null,
    has_key: row.key_id !== null,
    key_hint: editable ? row.key_hint : null,
    input_price: row.input_price,
    output_price: row.output_price,
    country: row.country,
    editable,
    created_at: row.created_at.toISOString(),
  }
}

/** It is changed where the operator's configuration is. */
const presentEnvironment = (one: EnvironmentModel, caller: Caller): Model => ({
  id: ENVIRONMENT,
  scope: 'operator',
  name: one.model.slice(0, MODEL_LIMITS.name_chars),
  provider: one.provider,
  model: one.model,
  base_url: mayChangeOperatorModels(caller) ? one.base_url : null,
  has_key: one.api_key !== null,
  key_hint: null,
  input_price: one.input_price,
  output_price: one.output_price,
  country: one.country,
  editable: false,
  created_at: null,
})

interface ModelList {
  items: Model[]
  settings: ModelSettings
  operator_settings: ModelSettings | null
  used: { own: Used; operator: Used }
}

/** Own models first, then the operator's. */
export async function listModels(deps: ChoiceDeps, grant: Grant<'model.use', UserId>): Promise<ModelList> {
  const { db, environment } = deps
  const [rows, settings, operator_settings, own, operator] = await Promise.all([
    store.findModels(db, [grant.on]),
    store.findSettings(db, grant.on),
    mayChangeOperatorModels(grant.by) ? store.findSettings(db, null) : null,
    findUseToday(db, { owner_id: grant.on }),
    findUseToday(db, { user_id: grant.on }),
  ])
  const items = rows.map((row) => present(row, grant.by))
  if (environment) items.push(presentEnvironment(environment, grant.by))
  return { items, settings, operator_settings, used: { own, operator } }
}

/** @throws invalid_input for an address or key that is missing */
function addressOf({ provider, base_url }: Pick<NewModel, 'provider' | 'base_url'>): string {
  const address = base_url ?? providerOf(provider)?.base_url ?? ''
  if (address === '') throw fieldError('base_url', 'Enter the model server’s address')
  return address.replace(/\/+$/, '')
}

function checkKey(provider: string, has_key: boolean): void {
  const known = providerOf(provider)
  if (known?.key && !has_key) throw fieldError('api_key', `${known.title} needs an API key`)
}

/**
 * A provider that requires a key is paid. A shared model then needs a price, or nothing could limit its cost. @throws
 * invalid_input
 */
function checkPrice(model: Pick<store.ModelRow, 'owner_id' | 'key_id' | 'input_price' | 'output_price'>): void {
  if (model.owner_id !== null || model.key_id === null) return
  for (const field of ['input_price', 'output_price'] as const)
    if (model[field] === null)
      throw fieldError(field, 'Enter the price per million tokens (0 if free). Without it, costs aren’t limited')
}

/** @throws limit_reached, invalid_input */
export async function createModel(
  { db, vault }: ChoiceDeps,
  grant: Grant<'model.set', UserId | null>,
  given: NewModel,
): Promise<Model> {
  const base_url = addressOf(given)
  checkKey(given.provider, given.api_key !== undefined)
  const id = uuidv7() as ModelId
  const owner_id = grant.on
  const key = given.api_key === undefined ? NO_KEY : sealKey(vault, given.api_key, { id, owner_id })
  const { name, provider, model, input_price = null, output_price = null, country = null } = given
  checkPrice({ owner_id, key_id: key.key_id, input_price, output_price })
  const row = await db.transaction().execute(async (tx) => {
    if (owner_id !== null) await lockOwner(tx, owner_id)
    const fresh = { id, owner_id, name, provider, model, base_url, input_price, output_price, country, ...key }
    return store.insertModel(tx, fresh, MODEL_LIMITS.per_user)
  })
  if (!row)
    throw new AppError('limit_reached', {
      message: `You can have up to ${MODEL_LIMITS.per_user} models. Remove one first.`,
    })
  return present(row, grant.by)
}

const originOf = (url: string): string => new URL(url).origin

/**
 * What is left out stays. A key goes to no other host than the one it was entered for.
 * @throws not_found, forbidden, invalid_input
 */
export async function updateModel(deps: ChoiceDeps, caller: Caller, id: ModelId, change: ModelChange): Promise<Model> {
  const { db, vault } = deps
  return db.transaction().execute(async (tx) => {
    const grant = mayChangeModel(caller, await store.lockModel(tx, id))
    const row = grant.on
    const { api_key, base_url, provider = row.provider, ...rest } = change
    const moved = change.provider !== undefined && change.provider !== row.provider
    const address =
      base_url === undefined && !moved
        ? row.base_url
        : addressOf({ provider: provider as NewModel['provider'], ...(base_url && { base_url }) })
    const elsewhere = originOf(address) !== originOf(row.base_url)
    if (elsewhere && row.key_id !== null && api_key === undefined)
      throw fieldError('api_key', 'Enter the key again: the address has changed')
    const key =
      typeof api_key === 'string'
        ? sealKey(vault, api_key, row)
        : api_key === null
          ? NO_KEY
          : { key_id: row.key_id, wrapped_key: row.wrapped_key, sealed: row.sealed, key_hint: row.key_hint }
    checkKey(provider, key.key_id !== null)
    const next: store.ModelRow = { ...row, ...definedOf(rest), provider, base_url: address, ...key }
    checkPrice(next)
    await store.updateModel(tx, grant, next)
    return present(next, caller)
  })
}

/** `exactOptionalPropertyTypes` knows no undefined; a parsed body may hold it. */
const definedOf = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

/** @throws not_found, forbidden */
export async function deleteModel({ db }: ChoiceDeps, caller: Caller, id: ModelId): Promise<{ id: ModelId }> {
  await db.transaction().execute(async (tx) => {
    await store.deleteModel(tx, mayChangeModel(caller, await store.lockModel(tx, id)))
  })
  return { id }
}

/**
 * Null is the operator's. Models one does not see cannot be named, and money cannot be bounded where a price is not known.
 * @throws invalid_input
 */
export async function saveModelSettings(
  { db, environment }: ChoiceDeps,
  grant: Grant<'model.set', UserId | null>,
  given: Omit<NewModelSettings, 'scope'>,
): Promise<ModelSettings> {
  const rows = await store.findModels(db, grant.on === null ? [] : [grant.on])
  const known = (id: string) => (id === ENVIRONMENT ? environment !== null : rows.some((row) => row.id === id))
  for (const field of ['default_model', 'fallback_model'] as const) {
    const id = given[field]
    if (id !== null && !known(id)) throw fieldError(field, 'This model doesn’t exist')
  }
  if (given.fallback_model !== null && given.fallback_model === given.default_model)
    throw fieldError('fallback_model', 'Choose a different model from the first one')
  const unpriced = rows.find(
    (row) => row.owner_id === grant.on && (row.input_price === null || row.output_price === null),
  )
  // The free daily budget needs no price: a model without one counts nothing.
  const isGift = grant.on === null && given.daily_paise === MODEL_LIMITS.free_daily_paise
  if (given.daily_paise !== null && unpriced && !isGift)
    throw fieldError('daily_paise', `Enter the prices of “${unpriced.name}” first: without them its cost is unknown`)
  await store.saveSettings(db, grant.on, given)
  return given
}

export const scopeOf = (given: { scope?: ModelScope | undefined }): ModelScope => given.scope ?? 'own'
