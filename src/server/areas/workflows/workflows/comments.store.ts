/** SQL of comments. The caller was checked to have access to the workflow. */
import { sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import { nameIn } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PersonRow {
  id: UserId
  name: string
}

export interface CommentRow {
  id: string
  parent_id: string | null
  author_id: UserId | null
  author: string | null
  text: string
  mentions: PersonRow[]
  node_id: string | null
  node_title: string | null
  x: number | null
  y: number | null
  resolved_at: Date | null
  resolved_by: string | null
  created_at: Date
  edited_at: Date | null
  deleted_at: Date | null
}

/** Oldest first. */
export async function findComments(db: Queryable, workflow: WorkflowId): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select c.id, c.parent_id, c.author_id, ${nameIn('a', sql`f.owner_id`)} as author, c.text, c.node_id, c.node_title, c.x, c.y, c.resolved_at,
      ${nameIn('r', sql`f.owner_id`)} as resolved_by, c.created_at, c.edited_at, c.deleted_at,
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', ${nameIn('u', sql`f.owner_id`)}) order by u.display_name), '[]')
        from users u where u.id::text in (select jsonb_array_elements_text(c.mentions))) as mentions
    from workflow_comments c join workflows f on f.id = c.workflow_id left join users a on a.id = c.author_id left join users r on r.id = c.resolved_by
    where c.workflow_id = ${workflow} order by c.created_at, c.id`.execute(db)
  return rows
}

/** The owner, or the members of the workspace that owns it, and those it is shared with, sorted by name. */
export async function findPeople(db: Queryable, workflow: WorkflowId): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select u.id, ${nameIn('u', sql`(select owner_id from workflows where id = ${workflow})`)} as name from users u
    where u.kind = 'person' and u.id in (select owner_id from workflows where id = ${workflow}
      union select m.user_id from workspace_members m join workflows w on w.id = ${workflow} and w.owner_id = m.workspace_id
      union select user_id from workflow_members where workflow_id = ${workflow})
    order by u.display_name, u.id`.execute(db)
  return rows
}

export interface NewComment {
  workflow: WorkflowId
  author: UserId
  parent: string | null
  text: string
  mentions: readonly UserId[]
  node: string | null
  point: { x: number; y: number } | null
}

/** @returns its id; null at the limit */
export async function insertComment(db: Queryable, row: NewComment, limit: number): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into workflow_comments (workflow_id, parent_id, author_id, text, mentions, node_id, node_title, x, y)
    select w.id, ${row.parent}::uuid, ${row.author}::uuid, ${row.text}, ${JSON.stringify(row.mentions)}::jsonb, ${row.node}::text,
      (select n ->> 'title' from jsonb_array_elements(w.document -> 'nodes') n where n ->> 'id' = ${row.node}::text),
      ${row.point?.x ?? null}::float8, ${row.point?.y ?? null}::float8
    from workflows w
    where w.id = ${row.workflow} and (select count(*) from workflow_comments where workflow_id = w.id) < ${limit}
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

export interface LockedComment {
  id: string
  parent_id: string | null
  author_id: UserId | null
  mentions: UserId[]
  resolved_at: Date | null
  deleted_at: Date | null
  answers: number
}

export async function lockComment(db: Queryable, workflow: WorkflowId, id: string): Promise<LockedComment | null> {
  const { rows } = await sql<LockedComment>`
    select c.id, c.parent_id, c.author_id, c.mentions, c.resolved_at, c.deleted_at,
      (select count(*)::int from workflow_comments a where a.parent_id = c.id) as answers
    from workflow_comments c where c.workflow_id = ${workflow} and c.id = ${id} for update of c`.execute(db)
  return rows[0] ?? null
}

export async function hasNode(db: Queryable, workflow: WorkflowId, node: string): Promise<boolean> {
  const { rows } = await sql`select 1 from workflows w, jsonb_array_elements(w.document -> 'nodes') n
    where w.id = ${workflow} and n ->> 'id' = ${node}`.execute(db)
  return rows.length > 0
}

export async function setText(
  db: Queryable,
  id: string,
  { text, mentions }: { text: string; mentions: readonly UserId[] },
): Promise<void> {
  await sql`update workflow_comments set text = ${text}, mentions = ${JSON.stringify(mentions)}::jsonb, edited_at = now()
    where id = ${id}`.execute(db)
}

export async function setResolved(db: Queryable, id: string, by: UserId | null): Promise<void> {
  await sql`update workflow_comments set resolved_by = ${by}, resolved_at = ${by === null ? sql`null` : sql`coalesce(resolved_at, now())`}
    where id = ${id}`.execute(db)
}

/** To a node by its title of now, or to a place. */
export async function setPin(
  db: Queryable,
  workflow: WorkflowId,
  id: string,
  { node, point }: { node: string | null; point: { x: number; y: number } | null },
): Promise<void> {
  await sql`update workflow_comments set node_id = ${node}::text,
      x = ${point?.x ?? null}::float8, y = ${point?.y ?? null}::float8,
      node_title = (select n ->> 'title' from workflows w, jsonb_array_elements(w.document -> 'nodes') n
        where w.id = ${workflow} and n ->> 'id' = ${node}::text)
    where id = ${id}`.execute(db)
}

/** One that was answered keeps its place, without its words and its author. */
export async function removeComment(
  db: Queryable,
  { id, answers }: Pick<LockedComment, 'id' | 'answers'>,
): Promise<void> {
  if (answers === 0) await sql`delete from workflow_comments where id = ${id}`.execute(db)
  else
    await sql`update workflow_comments set text = '', mentions = '[]', author_id = null, deleted_at = now()
      where id = ${id}`.execute(db)
}

/** Who has written in a thread. */
export async function findWriters(db: Queryable, root: string): Promise<UserId[]> {
  const { rows } = await sql<{ author_id: UserId }>`
    select distinct author_id from workflow_comments where (id = ${root} or parent_id = ${root}) and author_id is not null`.execute(
    db,
  )
  return rows.map(({ author_id }) => author_id)
}

/** @returns also what comes before the path of a page in the workspace that owns it; '' for a person's own */
export async function nameOf(
  db: Queryable,
  workflow: WorkflowId,
  user: UserId,
): Promise<{ workflow: string; person: string; within: string }> {
  const { rows } = await sql<{ workflow: string; person: string; within: string }>`
    select w.name as workflow, ${nameIn('u', sql`w.owner_id`)} as person, coalesce('/w/' || s.slug, '') as within
    from workflows w left join workspaces s on s.id = w.owner_id, users u where w.id = ${workflow} and u.id = ${user}`.execute(
    db,
  )
  return rows[0] ?? { workflow: '', person: '', within: '' }
}

/** Pins stay at a node that has another id now. */
export async function movePins(
  db: Queryable,
  workflow: WorkflowId,
  renames: readonly { from: string; to: string }[],
): Promise<void> {
  for (const { from, to } of renames)
    await sql`update workflow_comments set node_id = ${to} where workflow_id = ${workflow} and node_id = ${from}`.execute(
      db,
    )
}
