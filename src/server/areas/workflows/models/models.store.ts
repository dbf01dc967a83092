/** The SQL of models and of what is asked by default. */
import { sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import { MODEL_LIMITS } from '#contract/workflows/model-limits.ts'
import type { ModelId, ModelSettings } from '#contract/workflows/models.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** A model; `owner_id` is null for the operator's. The key is sealed. */
export interface ModelRow {
  id: ModelId
  owner_id: UserId | null
  name: string
  provider: string
  base_url: string
  model: string
  key_id: string | null
  wrapped_key: Buffer | null
  sealed: Buffer | null
  key_hint: string | null
  input_price: number | null
  output_price: number | null
  /** Where it processes data, as its owner says. */
  country: string | null
  created_at: Date
}

const columns = sql.raw(
  'id, owner_id, name, provider, base_url, model, key_id, wrapped_key, sealed, key_hint, input_price, output_price, country, created_at',
)

/** The operator's, and those of these users who may act; oldest first, own before the operator's. */
export async function findModels(db: Queryable, owners: readonly UserId[]): Promise<ModelRow[]> {
  const { rows } = await sql<ModelRow>`
    select ${columns} from models where owner_id is null
      or owner_id in (select u.id from users u where u.id = any(${owners}::uuid[]) and not ${mayNotAct})
    order by owner_id is null, created_at, id`.execute(db)
  return rows
}

/** Where models process data, as their owners say. */
export async function findCountries(
  db: Queryable,
  ids: readonly string[],
): Promise<{ id: string; country: string | null }[]> {
  const { rows } = await sql<{ id: string; country: string | null }>`
    select id::text as id, country from models where id::text = any(${sql.val(ids)}::text[])`.execute(db)
  return rows
}

export async function findModel(db: Queryable, id: string): Promise<ModelRow | null> {
  const { rows } = await sql<ModelRow>`select ${columns} from models where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Locks the row until the transaction ends. */
export async function lockModel(tx: Queryable, id: string): Promise<ModelRow | null> {
  const { rows } = await sql<ModelRow>`select ${columns} from models where id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

export type NewModelRow = Omit<ModelRow, 'created_at'>

/** Makes it unless there are `limit` of this owner already; the owner must be locked. @returns null at the limit */
export async function insertModel(tx: Queryable, row: NewModelRow, limit: number): Promise<ModelRow | null> {
  const { rows } = await sql<ModelRow>`
    insert into models (id, owner_id, name, provider, base_url, model, key_id, wrapped_key, sealed, key_hint, input_price, output_price,
      country)
    select ${row.id}::uuid, ${row.owner_id}::uuid, ${row.name}, ${row.provider}, ${row.base_url}, ${row.model}, ${row.key_id}::text,
      ${row.wrapped_key}::bytea, ${row.sealed}::bytea, ${row.key_hint}::text, ${row.input_price}::int, ${row.output_price}::int,
      ${row.country}::text
    where (select count(*) from models where owner_id is not distinct from ${row.owner_id}::uuid) < ${limit}
    returning ${columns}`.execute(tx)
  return rows[0] ?? null
}

export async function updateModel(
  tx: Queryable,
  { on: { id } }: Grant<'model.change', ModelRow>,
  row: NewModelRow,
): Promise<void> {
  await sql`
    update models set name = ${row.name}, provider = ${row.provider}, base_url = ${row.base_url}, model = ${row.model},
      key_id = ${row.key_id}, wrapped_key = ${row.wrapped_key}, sealed = ${row.sealed}, key_hint = ${row.key_hint},
      input_price = ${row.input_price}, output_price = ${row.output_price}, country = ${row.country}, updated_at = now()
    where id = ${id}`.execute(tx)
}

export async function deleteModel(tx: Queryable, { on: { id } }: Grant<'model.change', ModelRow>): Promise<void> {
  await sql`delete from models where id = ${id}`.execute(tx)
  await sql`
    update model_settings set default_model = nullif(default_model, ${id}), fallback_model = nullif(fallback_model, ${id})
    where ${id} in (default_model, fallback_model)`.execute(tx)
}

/** Of a person: no budgets over what they pay for themselves. */
const NO_SETTINGS: ModelSettings = { default_model: null, fallback_model: null, daily_tokens: null, daily_paise: null }

/** A null owner is the operator. */
export async function findSettings(db: Queryable, owner: UserId | null): Promise<ModelSettings> {
  const { rows } = await sql<ModelSettings>`
    select default_model, fallback_model, daily_tokens, daily_paise from model_settings
    where owner_id is not distinct from ${owner}::uuid`.execute(db)
  const [row] = rows
  if (row) return row
  return owner === null ? { ...NO_SETTINGS, daily_paise: MODEL_LIMITS.free_daily_paise } : NO_SETTINGS
}

export async function saveSettings(db: Queryable, owner: UserId | null, settings: ModelSettings): Promise<void> {
  const { default_model, fallback_model, daily_tokens, daily_paise } = settings
  await sql`
    insert into model_settings (owner_id, default_model, fallback_model, daily_tokens, daily_paise)
    values (${owner}::uuid, ${default_model}, ${fallback_model}, ${daily_tokens}, ${daily_paise})
    on conflict (owner_id) do update set default_model = excluded.default_model, fallback_model = excluded.fallback_model,
      daily_tokens = excluded.daily_tokens, daily_paise = excluded.daily_paise`.execute(db)
}
