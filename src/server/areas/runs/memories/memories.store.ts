/** The SQL of what agents remember of people. Every statement names the person. */
import { sql } from 'kysely'
import type { AgentId, ExecutionId, UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { FactId, Memory, MemoryId } from '#contract/runs/memory.ts'
import { publicStatus } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface MemoryRow {
  id: MemoryId
  name: string
  slug: Memory['slug']
  facts: number
  allowed_at: Date
}

const memory = sql`m.id, coalesce(g.name, w.name) as name, g.slug, m.allowed_at,
  (select count(*)::int from memory_facts f where f.memory_id = m.id) as facts`
/** With the listed agent of the workflow, where there is one. */
const from = sql`memories m join workflows w on w.id = m.workflow_id
  left join lateral (select a.name, a.slug from agents a join agent_versions v on v.id = a.current_version_id
    join workflow_versions x on x.id = v.workflow_version_id where x.workflow_id = w.id and ${publicStatus} in ('published', 'deprecated')
    order by a.id limit 1) g on true`

/** Newest first. */
export async function findMemories(
  db: Queryable,
  person: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<MemoryRow[]> {
  const { rows } = await sql<MemoryRow>`
    select ${memory} from ${from} where m.person_id = ${person} order by m.allowed_at desc, m.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

export async function countMemories(db: Queryable, person: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from memories where person_id = ${person}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findMemoryOf(db: Queryable, person: UserId, workflow: WorkflowId): Promise<MemoryRow | null> {
  const { rows } = await sql<MemoryRow>`
    select ${memory} from ${from} where m.person_id = ${person} and m.workflow_id = ${workflow}`.execute(db)
  return rows[0] ?? null
}

/** The workflow that an agent’s current version is of. */
export async function findWorkflowOfAgent(db: Queryable, agent: AgentId): Promise<WorkflowId | null> {
  const { rows } = await sql<{ id: WorkflowId }>`
    select x.workflow_id as id from agents a join agent_versions v on v.id = a.current_version_id
      join workflow_versions x on x.id = v.workflow_version_id where a.id = ${agent}`.execute(db)
  return rows[0]?.id ?? null
}

const REMEMBERS = JSON.stringify([{ type: 'ai_agent', config: { person_memory: true } }])

/** Whether a step of the agent’s current version remembers people. */
export async function agentAsks(db: Queryable, agent: AgentId): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    select x.document::jsonb -> 'nodes' @> ${REMEMBERS}::jsonb as asks from agents a
      join agent_versions v on v.id = a.current_version_id join workflow_versions x on x.id = v.workflow_version_id
    where a.id = ${agent}`.execute(db)
  return rows[0]?.asks ?? false
}

/** Whether a step of the draft does. */
export async function draftAsks(db: Queryable, workflow: WorkflowId): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    select w.document::jsonb -> 'nodes' @> ${REMEMBERS}::jsonb as asks from workflows w where w.id = ${workflow}`.execute(
    db,
  )
  return rows[0]?.asks ?? false
}

export async function addMemory(tx: Queryable, person: UserId, workflow: WorkflowId): Promise<void> {
  await sql`
    insert into memories (person_id, workflow_id) values (${person}, ${workflow})
    on conflict (person_id, workflow_id) do nothing`.execute(tx)
}

export async function removeMemory(db: Queryable, person: UserId, id: MemoryId): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from memories where id = ${id} and person_id = ${person}`.execute(db)
  return numAffectedRows === 1n
}

export interface FactRow {
  id: FactId
  number: number
  fact: string
  by: 'agent' | 'person'
  execution_id: ExecutionId | null
  created_at: Date
  updated_at: Date
}

/** A run that is gone is no source any more. */
const fact = sql`f.id, f.number, f.fact, f.written_by as by, f.created_at, f.updated_at,
  (select e.id from executions e where e.id = f.execution_id) as execution_id`

/** Oldest first; null where the person has no such memory. */
export async function findFacts(db: Queryable, person: UserId, id: MemoryId): Promise<FactRow[] | null> {
  const { rows: known } = await sql<{ id: MemoryId }>`
    select id from memories where id = ${id} and person_id = ${person}`.execute(db)
  if (known.length === 0) return null
  const { rows } = await sql<FactRow>`
    select ${fact} from memory_facts f where f.memory_id = ${id} order by f.number`.execute(db)
  return rows
}

interface OneFact {
  memory: MemoryId
  id: FactId
}

export async function changeFact(
  db: Queryable,
  person: UserId,
  { memory: of, id }: OneFact,
  text: string,
): Promise<FactRow | null> {
  const { rows } = await sql<FactRow>`
    update memory_facts f set fact = ${text}, written_by = 'person', updated_at = now()
    from memories m where f.id = ${id} and f.memory_id = ${of} and m.id = f.memory_id and m.person_id = ${person}
    returning ${fact}`.execute(db)
  return rows[0] ?? null
}

export async function removeFact(db: Queryable, person: UserId, { memory: of, id }: OneFact): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from memory_facts f using memories m
    where f.id = ${id} and f.memory_id = ${of} and m.id = f.memory_id and m.person_id = ${person}`.execute(db)
  return numAffectedRows === 1n
}

/** Of the workflow version that runs, if its owner is still `author`; not in conversations that others write in the person’s name. */
export async function findMemoryOfRun(
  db: Queryable,
  run: { person: UserId; author: UserId; version: string; execution_id: string },
): Promise<MemoryId | null> {
  const { rows } = await sql<{ id: MemoryId }>`
    select m.id from memories m join workflows w on w.id = m.workflow_id join workflow_versions v on v.workflow_id = w.id
    where m.person_id = ${run.person} and v.id = ${run.version} and w.owner_id = ${run.author}
      and not exists (select from conversation_messages q join conversations c on c.id = q.conversation_id
        where q.execution_id = ${run.execution_id} and c.end_user is not null)`.execute(db)
  return rows[0]?.id ?? null
}

/** Locked until the transaction ends. @returns the number of its next fact; null when it is gone */
export async function lockMemory(tx: Queryable, id: MemoryId): Promise<number | null> {
  const { rows } = await sql<{ next: number }>`
    select next_number as next from memories where id = ${id} for update`.execute(tx)
  return rows[0]?.next ?? null
}

export interface NewFact {
  number: number
  fact: string
  key: string
  execution_id: string
}

export async function addFact(tx: Queryable, id: MemoryId, made: NewFact): Promise<void> {
  await sql`
    insert into memory_facts (memory_id, number, fact, written_by, key, execution_id)
    values (${id}, ${made.number}, ${made.fact}, 'agent', ${made.key}, ${made.execution_id})`.execute(tx)
  await sql`update memories set next_number = ${made.number} + 1 where id = ${id}`.execute(tx)
}

export async function removeNumbered(db: Queryable, id: MemoryId, number: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from memory_facts where memory_id = ${id} and number = ${number}`.execute(db)
  return numAffectedRows === 1n
}

/** Whether it is known by its key or in these words. */
export async function knowsFact(
  tx: Queryable,
  id: MemoryId,
  { key, fact: text }: Pick<NewFact, 'key' | 'fact'>,
): Promise<{ known: boolean; facts: number }> {
  const { rows } = await sql<{ known: boolean; facts: number }>`
    select coalesce(bool_or(f.key = ${key} or lower(f.fact) = lower(${text})), false) as known, count(*)::int as facts
    from memory_facts f where f.memory_id = ${id}`.execute(tx)
  return rows[0] ?? { known: false, facts: 0 }
}
