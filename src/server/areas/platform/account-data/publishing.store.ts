/** What a seller worked on, in the deletion of an account: drafts and test cases go, what was reviewed stays without a name. */
import { sql } from 'kysely'
import { type EraseStep, eraseStep } from './erase-step.ts'

const sold = (id: string) => sql`select a.id from agents a where a.seller_id = ${id}`
const drawn = (id: string) => sql`select w.id from workflows w where w.owner_id = ${id}`

export const PUBLISHING_STEPS: readonly EraseStep[] = [
  eraseStep(['public.agent_drafts'], ({ id }) => sql`delete from agent_drafts where agent_id in (${sold(id)})`),
  eraseStep(['public.workflow_cases'], ({ id }) => sql`delete from workflow_cases where workflow_id in (${drawn(id)})`),
  eraseStep(
    ['public.workflow_evaluations', 'public.workflow_evaluation_results'],
    ({ id }) =>
      sql`delete from workflow_evaluations where workflow_id = any (array(${drawn(id)})) or started_by = ${id}`,
  ),
  eraseStep(
    ['public.agent_sample_runs'],
    ({ id }) => sql`delete from agent_sample_runs where agent_id in (${sold(id)})`,
  ),
  eraseStep(
    ['public.agent_sample_files'],
    ({ id }) => sql`delete from agent_sample_files where agent_id in (${sold(id)})`,
  ),
  eraseStep(
    ['public.agent_submissions'],
    ({ id }) => sql`delete from agent_submissions where agent_id in (${sold(id)}) and status <> 'approved'`,
  ),
  eraseStep(
    ['public.agent_submissions'],
    ({ id }) => sql`
    update agent_submissions set submitted_by = nullif(submitted_by, ${id}::uuid), decided_by = nullif(decided_by, ${id}::uuid)
    where submitted_by = ${id} or decided_by = ${id}`,
  ),
]
