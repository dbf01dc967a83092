/** SQL of the account checks of running workflows: of the runner, and of the owner of one that starts automatically. */
import { type RawBuilder, sql } from 'kysely'
import { permissionsOf, ROLES } from '#contract/core/access.ts'

const BUILDERS = ROLES.filter((role) => permissionsOf(role).includes('workflows.create'))

/** Whether the role of the account `u` of the statement may build workflows, and so run them. */
export const buildsWorkflows: RawBuilder<boolean> = sql`u.role = any(${BUILDERS})`

/**
 * Whether the owner of a workflow (`u`) could run it by hand now: active, with a role that may run workflows. Addresses, schedules and
 * failures of others start it in the owner's name, so they give nobody more than that.
 */
export const actsForWorkflows: RawBuilder<boolean> = sql`(${buildsWorkflows} and (u.status not in ('blocked', 'deactivated')
  or (u.status = 'blocked' and u.blocked_until <= now())))`
