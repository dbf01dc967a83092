/** Writes one first-party agent: its workflow, the version of it, the listing. */
import { createHash } from 'node:crypto'
import type { AgentId, UserId, WorkflowVersionId } from '#contract/core/primitives.ts'
import { canonicalJson } from '#graph/values/hash.ts'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { FirstPartyAgent } from './agent.ts'

const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

/** @returns the number of the version written, or null when the newest one is the same already */
export async function seedAgent(db: Queryable, seller: UserId, agent: FirstPartyAgent): Promise<number | null> {
  const contentHash = hashOf(agent)
  const existing = await db
    .selectFrom('agents as a')
    .innerJoin('agent_versions as v', 'v.id', 'a.current_version_id')
    .innerJoin('workflow_versions as w', 'w.id', 'v.workflow_version_id')
    .select(['a.id', 'v.number', 'v.content_hash', 'v.workflow_version_id', 'w.workflow_id'])
    .where('a.slug', '=', agent.slug)
    .executeTakeFirst()
  if (existing?.content_hash === contentHash) return null
  const number = (existing?.number ?? 0) + 1
  const workflowVersion = await writeWorkflow(db, seller, agent, existing?.workflow_id, number)
  const id = existing?.id ?? (await insertAgent(db, seller, agent))
  const version = await db
    .insertInto('agent_versions')
    .values({
      agent_id: id,
      number,
      workflow_version_id: workflowVersion,
      input_schema: JSON.stringify(inputSchemaOf(formOf(agent))),
      output_schema: JSON.stringify(agent.output_schema),
      view: agent.view,
      samples: JSON.stringify(agent.samples),
      permissions: JSON.stringify(agent.permissions),
      listing: JSON.stringify(agent.listing),
      price_type: 'free',
      price_paise: 0,
      changelog: changelogOf(existing?.workflow_version_id ?? null, workflowVersion),
      content_hash: contentHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('agents')
    .set({ ...listingOf(agent), current_version_id: version.id, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  return number
}

/** What the list of versions says of this one. */
function changelogOf(before: WorkflowVersionId | null, now: WorkflowVersionId): string {
  if (before === null) return 'First version.'
  return before === now ? 'Clearer texts; the workflow is unchanged.' : 'An updated workflow.'
}

const listingOf = ({ name, tagline, description, category, more_categories = [], icon, tags }: FirstPartyAgent) => ({
  name,
  tagline,
  description,
  category_slug: category,
  more_categories,
  icon,
  tags,
})

async function insertAgent(db: Queryable, seller: UserId, agent: FirstPartyAgent): Promise<AgentId> {
  const { id } = await db
    .insertInto('agents')
    .values({
      ...listingOf(agent),
      slug: agent.slug,
      seller_id: seller,
      status: 'published',
      is_featured: true,
      published_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function writeWorkflow(
  db: Queryable,
  seller: UserId,
  agent: FirstPartyAgent,
  workflowId: string | undefined,
  number: number,
): Promise<WorkflowVersionId> {
  const document = JSON.stringify(agent.document)
  const workflow = workflowId
    ? await db
        .updateTable('workflows')
        .set({ document, updated_at: new Date() })
        .where('id', '=', workflowId as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await db
        .insertInto('workflows')
        .values({ owner_id: seller, name: agent.name, description: agent.tagline, document })
        .returning('id')
        .executeTakeFirstOrThrow()
  const hash = hashOf(agent.document)
  // A new listing over an unchanged workflow keeps its workflow version.
  const same = await db
    .selectFrom('workflow_versions')
    .select('id')
    .where('workflow_id', '=', workflow.id)
    .where('content_hash', '=', hash)
    .executeTakeFirst()
  if (same) return same.id
  const written = await db
    .insertInto('workflow_versions')
    .values({ workflow_id: workflow.id, number, document, content_hash: hash, created_by: seller })
    .returning('id')
    .executeTakeFirstOrThrow()
  return written.id
}

/** The settings of the agent's form: its trigger. */
function formOf(agent: FirstPartyAgent) {
  const form = agent.document.nodes.find((node) => node.type === 'input_form')
  if (!form) throw new Error(`${agent.slug} has no input form`)
  return form.config
}
