/** The SQL of apps that people added from API documents. */
import { sql } from 'kysely'
import type { Action, Connector, Manifest } from '#connectors/connector.ts'
import type { ActionMatch, ActionSummary } from '#contract/connectors/integrations.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ImportedAppRow {
  id: string
  name: string
  head: Omit<Connector, 'actions'>
  manifest: Manifest
  actions: number
}

/** The owner's, by name. */
export async function findImportedApps(db: Queryable, owner: UserId): Promise<ImportedAppRow[]> {
  const { rows } = await sql<ImportedAppRow>`
    select id, name, head, manifest, actions from imported_apps where owner_id = ${owner} order by name, id`.execute(db)
  return rows
}

export async function findImportedApp(db: Queryable, owner: UserId, id: string): Promise<ImportedAppRow | null> {
  const { rows } = await sql<ImportedAppRow>`
    select id, name, head, manifest, actions from imported_apps where id = ${id}::uuid and owner_id = ${owner}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function findImportedActions(db: Queryable, app: string): Promise<ActionSummary[]> {
  const { rows } = await sql<ActionSummary>`
    select id, title, description, heading as "group", effect from imported_actions
    where app_id = ${app}::uuid order by place`.execute(db)
  return rows
}

/** Only those that read, which alone can be watched. */
export async function findImportedReads(db: Queryable, app: string): Promise<Action[]> {
  const { rows } = await sql<{ definition: Action }>`
    select definition from imported_actions where app_id = ${app}::uuid and effect = 'read' order by place`.execute(db)
  return rows.map(({ definition }) => definition)
}

export async function findImportedAction(db: Queryable, app: string, id: string): Promise<Action | null> {
  const { rows } = await sql<{ definition: Action }>`
    select definition from imported_actions where app_id = ${app}::uuid and id = ${id}`.execute(db)
  return rows[0]?.definition ?? null
}

/** Actions of the owner's apps whose title, or the name of their app, has all of the words; at most three of an app. */
export async function searchImportedActions(
  db: Queryable,
  owner: UserId,
  words: readonly string[],
): Promise<(ActionMatch & { app_id: string })[]> {
  const { rows } = await sql<ActionMatch & { app_id: string }>`
    select app_id, id, title, effect from (
      select a.app_id, a.id, a.title, a.effect, row_number() over (partition by a.app_id order by length(a.title), a.place) as nth
      from imported_actions a join imported_apps p on p.id = a.app_id
      where p.owner_id = ${owner}
        and not exists (select from unnest(${words}::text[]) as w (word) where strpos(lower(p.name || ' ' || a.title), w.word) = 0)
    ) found where nth <= 3 order by app_id, nth`.execute(db)
  return rows
}

export interface NewImportedApp extends Omit<ImportedAppRow, 'actions'> {
  owner_id: UserId
  source_url: string | null
}

/** Makes it unless the owner, who must be locked, has `limit` already. @returns whether it was made */
export async function insertImportedApp(
  tx: Queryable,
  app: NewImportedApp,
  actions: readonly Action[],
  limit: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into imported_apps (id, owner_id, name, source_url, head, manifest, actions)
    select ${app.id}::uuid, ${app.owner_id}::uuid, ${app.name}, ${app.source_url}::text, ${JSON.stringify(app.head)}::jsonb,
      ${JSON.stringify(app.manifest)}::jsonb, ${actions.length}::int
    where (select count(*) from imported_apps where owner_id = ${app.owner_id}) < ${limit}`.execute(tx)
  if (numAffectedRows !== 1n) return false
  await sql`
    insert into imported_actions (app_id, id, place, title, description, heading, effect, definition)
    select ${app.id}::uuid, a.definition ->> 'id', a.place, a.definition ->> 'title', a.definition ->> 'description',
      a.definition ->> 'group', a.definition ->> 'effect', a.definition
    from jsonb_array_elements(${JSON.stringify(actions)}::jsonb) with ordinality as a (definition, place)`.execute(tx)
  return true
}

export async function deleteImportedApp(db: Queryable, owner: UserId, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from imported_apps where id = ${id}::uuid and owner_id = ${owner}`.execute(db)
  return numAffectedRows === 1n
}
