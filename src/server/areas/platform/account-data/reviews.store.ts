/** What was decided, signed and written about runs, in the deletion of a person. */
import { sql } from 'kysely'
import { type EraseStep, eraseStep } from './erase-step.ts'
import { mine } from './own-runs.store.ts'

/** About their runs. Before these go. */
export const REVIEW_STEPS: readonly EraseStep[] = [
  eraseStep(['public.review_settings'], ({ id }) => sql`delete from review_settings where owner_id = ${id}`),
  eraseStep(
    ['public.review_settings'],
    ({ id }) => sql`update review_settings set escalate_to = null where escalate_to = ${id}`,
  ),
  // Of a run that stays as a sale the record stays, without its words. Otherwise it goes with the run.
  eraseStep(
    ['public.run_record_entries'],
    ({ id }) => sql`
    update run_record_entries set who = null, who_salt = null, content = null, content_salt = null
    where (who is not null or content is not null) and execution_id in (${mine(id)})`,
  ),
  eraseStep(['public.run_decisions'], ({ id }) => sql`delete from run_decisions where execution_id in (${mine(id)})`),
  eraseStep(['public.run_comments'], ({ id }) => sql`delete from run_comments where execution_id in (${mine(id)})`),
  eraseStep(['public.run_sign_offs'], ({ id }) => sql`delete from run_sign_offs where execution_id in (${mine(id)})`),
  eraseStep(['public.run_reviews'], ({ id }) => sql`delete from run_reviews where execution_id in (${mine(id)})`),
]

/** About runs of others, which stay. */
export const REVIEWER_STEPS: readonly EraseStep[] = [
  eraseStep(
    ['public.run_record_entries'],
    ({ id }) => sql`
    update run_record_entries set who = null, who_salt = null where who is not null and who::jsonb ->> 'id' = ${id}::text`,
  ),
  // What they decided and signed there stays with its document, without their name.
  eraseStep(
    ['public.run_decisions'],
    ({ id }) => sql`update run_decisions set person_id = null where person_id = ${id}`,
  ),
  eraseStep(
    ['public.run_sign_offs'],
    ({ id }) => sql`update run_sign_offs set person_id = null where person_id = ${id}`,
  ),
  eraseStep(
    ['public.run_sign_offs'],
    ({ id }) => sql`update run_sign_offs set reopened_by = null where reopened_by = ${id}`,
  ),
  eraseStep(['public.run_comments'], ({ id }) => sql`update run_comments set author_id = null where author_id = ${id}`),
  eraseStep(
    ['public.run_reviews'],
    ({ id }) => sql`update run_reviews set assignee_id = null where assignee_id = ${id}`,
  ),
  eraseStep(
    ['public.execution_waits'],
    ({ id }) => sql`update execution_waits set assignee_id = null where assignee_id = ${id}`,
  ),
]
