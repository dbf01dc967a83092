/** The SQL of skills and their revisions. */
import { sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { SkillId, SkillRevisionId } from '#contract/workflows/skills.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { SkillText } from './skill-md.ts'

export interface SkillRow {
  id: SkillId
  name: string
  description: string
  revision_id: SkillRevisionId
  earlier: SkillRevisionId[]
  files: number
  bytes: number
  updated_at: Date
}

const skill = sql`s.id, r.name, r.description, r.id as revision_id, r.bytes, s.updated_at,
  (select count(*)::int from skill_files f where f.revision_id = r.id) as files,
  (select coalesce(array_agg(e.id order by e.number desc), '{}') from skill_revisions e
    where e.skill_id = s.id and e.number < s.revision) as earlier
  from skills s join skill_revisions r on r.skill_id = s.id and r.number = s.revision`

/** By name. */
export async function findSkills(db: Queryable, owner: UserId): Promise<SkillRow[]> {
  const { rows } = await sql<SkillRow>`select ${skill} where s.owner_id = ${owner} order by s.name`.execute(db)
  return rows
}

export async function findSkill(db: Queryable, owner: UserId, id: SkillId): Promise<SkillRow | null> {
  const { rows } = await sql<SkillRow>`select ${skill} where s.owner_id = ${owner} and s.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function findSkillByName(db: Queryable, owner: UserId, name: string): Promise<SkillId | null> {
  const { rows } = await sql<{ id: SkillId }>`
    select id from skills where owner_id = ${owner} and name = ${name}`.execute(db)
  return rows[0]?.id ?? null
}

/** A revision of this owner's skills, also of one that was deleted. */
export async function findRevision(db: Queryable, owner: UserId, id: SkillRevisionId): Promise<SkillText | null> {
  const { rows } = await sql<SkillText>`
    select name, description, license, compatibility, allowed_tools, metadata, body
    from skill_revisions where owner_id = ${owner} and id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Of those that this owner has. */
export async function findRevisions(
  db: Queryable,
  owner: UserId,
  ids: readonly string[],
): Promise<{ id: string; name: string; description: string }[]> {
  const { rows } = await sql<{ id: string; name: string; description: string }>`
    select id, name, description from skill_revisions
    where owner_id = ${owner} and id = any(${sql.val(ids)}::uuid[])`.execute(db)
  return rows
}

export interface FileRow {
  path: string
  bytes: number
  is_text: boolean
}

export async function findFiles(db: Queryable, revision: SkillRevisionId): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select path, octet_length(content) as bytes, is_text from skill_files where revision_id = ${revision}
    order by path`.execute(db)
  return rows
}

export async function findContent(
  db: Queryable,
  owner: UserId,
  revision: SkillRevisionId,
  path: string,
): Promise<{ content: Buffer; is_text: boolean } | null> {
  const { rows } = await sql<{ content: Buffer; is_text: boolean }>`
    select f.content, f.is_text from skill_files f join skill_revisions r on r.id = f.revision_id
    where r.owner_id = ${owner} and f.revision_id = ${revision} and f.path = ${path}`.execute(db)
  return rows[0] ?? null
}

/** Workflows of this owner whose drafts use the skill. */
export async function findUses(
  db: Queryable,
  owner: UserId,
  { id, revision_id }: Pick<SkillRow, 'id' | 'revision_id'>,
): Promise<{ id: WorkflowId; name: string; newest: boolean }[]> {
  const { rows } = await sql<{ id: WorkflowId; name: string; newest: boolean }>`
    select w.id, w.name, coalesce(w.ids @> array[${revision_id}::uuid], false) as newest from workflows w
    where w.owner_id = ${owner}
      and w.ids && (select array_agg(r.id) from skill_revisions r where r.skill_id = ${id}) order by w.name, w.id`.execute(
    db,
  )
  return rows
}

/** Skills of this owner, and bytes of everything kept of them. */
export async function sizeOfSkills(db: Queryable, owner: UserId): Promise<{ skills: number; bytes: number }> {
  const { rows } = await sql<{ skills: number; bytes: number }>`
    select (select count(*)::int from skills where owner_id = ${owner}) as skills,
      (select coalesce(sum(bytes), 0)::float8 from skill_revisions where owner_id = ${owner}) as bytes`.execute(db)
  return rows[0] ?? { skills: 0, bytes: 0 }
}

export async function addSkill(tx: Queryable, owner: UserId, name: string): Promise<SkillId> {
  const { rows } = await sql<{ id: SkillId }>`
    insert into skills (owner_id, name) values (${owner}, ${name}) returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A skill was not returned after its insert')
  return row.id
}

/** The next revision of a skill, without files. It is the one that is used from now on. */
export async function addRevision(
  tx: Queryable,
  owner: UserId,
  id: SkillId,
  text: SkillText,
): Promise<SkillRevisionId> {
  const { name, description, license, compatibility, allowed_tools, metadata, body } = text
  const { rows } = await sql<{ id: SkillRevisionId }>`
    with next as (
      update skills set revision = revision + 1, name = ${name}, updated_at = now()
      where id = ${id} and owner_id = ${owner} returning revision)
    insert into skill_revisions (skill_id, owner_id, number, name, description, license, compatibility, allowed_tools, metadata, body, bytes)
    select ${id}::uuid, ${owner}::uuid, next.revision, ${name}, ${description}, ${license}, ${compatibility}, ${allowed_tools},
      ${JSON.stringify(metadata)}::jsonb, ${body}, octet_length(${body}::text) + octet_length(${description}::text) from next
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A revision of a skill was not returned after its insert')
  return row.id
}

export async function copyFiles(
  tx: Queryable,
  from: SkillRevisionId,
  to: SkillRevisionId,
  except: readonly string[],
): Promise<void> {
  await sql`
    insert into skill_files (revision_id, path, content, is_text)
    select ${to}::uuid, path, content, is_text from skill_files
    where revision_id = ${from} and not (path = any(${sql.val(except)}::text[]))`.execute(tx)
}

export async function addFile(
  tx: Queryable,
  revision: SkillRevisionId,
  { path, content, is_text }: { path: string; content: Buffer; is_text: boolean },
): Promise<void> {
  await sql`
    insert into skill_files (revision_id, path, content, is_text)
    values (${revision}, ${path}, ${content}, ${is_text})`.execute(tx)
}

/** Notes what the files add. @returns bytes of the revision */
export async function countBytes(tx: Queryable, revision: SkillRevisionId): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    update skill_revisions r set bytes = r.bytes + (
      select coalesce(sum(octet_length(f.content)), 0)::int from skill_files f where f.revision_id = r.id)
    where r.id = ${revision} returning r.bytes`.execute(tx)
  return rows[0]?.bytes ?? 0
}

/**
 * Deletes revisions that are not the newest and that neither a draft nor a version of their owner names. One that was replaced within the
 * last hour stays: an open page may be about to name it.
 */
export async function removeUnused(tx: Queryable, owner: UserId): Promise<void> {
  await sql`
    delete from skill_revisions r where r.owner_id = ${owner}
      and not exists (select from skill_revisions n
        where n.skill_id = r.skill_id and n.number = r.number + 1 and n.created_at > now() - interval '1 hour')
      and not exists (select from skills s where s.id = r.skill_id and s.revision = r.number)
      and not exists (select from workflows w where w.owner_id = ${owner} and w.ids @> array[r.id])
      and not exists (select from workflow_versions v join workflows w on w.id = v.workflow_id
        where w.owner_id = ${owner} and v.ids @> array[r.id])`.execute(tx)
}

export async function removeSkill(tx: Queryable, owner: UserId, id: SkillId): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from skills where owner_id = ${owner} and id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}
