/** A product with an agent that asks for an approval, and the steps of the job that brings it to people. */

import type { Json } from '#contract/core/primitives.ts'
import { deliverApprovals } from '#server/areas/services/approval-bots/deliver.ts'
import { createApprovalKinds } from '#server/areas/services/approval-bots/kinds.ts'
import { createTestApp, type Person } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

export const DETAILS = { patient: 'Asha Verma', amount: '₹5,000' }
const asking = (details: Json) =>
  workflow(
    [
      node('start', 'manual_trigger'),
      node('ask', 'approval', { title: 'Pay for the treatment of Asha Verma?', details }),
      set('paid', { by: '{{ $input.by }}' }),
      set('kept', { by: '{{ $input.by }}' }),
    ],
    wires('start > ask', 'ask:approved > paid', 'ask:rejected > kept'),
  )

const POLICY = {
  ...{ runs_days: null, files_days: null, chats_days: null, with_made: false, services: [] },
  ...{ models: null, apps: null, members_export: true },
}

/**
 * @param host where the stand-in is
 * @param addresses `APP_ADDRESSES` that leads to it
 */
export async function createApprovalScene(host: string, addresses: Record<string, string>) {
  const test = await createTestApp({
    ...{ appAddresses: addresses, secrets: { allow: [host] }, publicUrl: 'https://chowk.test' },
  })
  const seller = await test.person('seller')
  const { pool, db } = test.database
  await addAgent(pool, seller.id, asking(DETAILS), { slug: 'asking', name: 'Cashier' })
  await addAgent(pool, seller.id, asking('x'.repeat(3_000)), { slug: 'asking-much', name: 'Clerk' })
  const deps = {
    ...{ db, ring: test.ring, publicUrl: 'https://chowk.test' },
    approvalKinds: createApprovalKinds(test.secrets.http, addresses),
  }
  const within = (slug?: string): Record<string, string> => (slug === undefined ? {} : { 'x-workspace': slug })
  const call = (method: string, path: string, as: Person, { slug, body }: { slug?: string; body?: object } = {}) =>
    test.call(method, `/api/v1${path}`, { as, headers: within(slug), ...(body && { body }) })
  return {
    ...{ test, call, pool },
    /** All that is due, now. */
    deliver: async () => {
      await pool.query(
        `update approval_messages set due_at = now() where state in ('waiting', 'sent') and not is_closed`,
      )
      await deliverApprovals(deps, AbortSignal.timeout(20_000))
    },
    /** A workspace with these members. */
    async workspace(owner: Person, members: Record<string, Person>) {
      const { id, slug } = (await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Clinic' } })).body
        .data
      for (const [role, { id: person }] of Object.entries(members))
        await pool.query('insert into workspace_members values ($1, $2, $3)', [id, person, role])
      return { id: id as string, slug: slug as string }
    },
    async ask(as: Person, { slug, agent_id = 'asking' }: { slug?: string; agent_id?: string } = {}) {
      const body = { agent_id, input: { text: 'x' }, wait_ms: 300 }
      const { execution_id: id } = (await call('POST', '/workflows/execute', as, { slug, body })).body.data
      const { nodes } = (await call('GET', `/executions/${id}`, as, { slug })).body.data
      return { id: id as string, wait: nodes.find((one: { wait: object | null }) => one.wait).wait.id as string }
    },
    answer: (as: Person, run: { id: string; wait: string }, approved: boolean, slug?: string) =>
      call('POST', `/executions/${run.id}/waits/${run.wait}`, as, {
        ...{ slug, body: { type: 'approval', approved, comment: '' } },
      }),
    /** How a run was answered: null while it waits. */
    async answered(wait: string) {
      const { rows } = await pool.query(
        `select resolution ->> 'approved' as approved, resolved_by, resolution ->> 'way' as way from execution_waits where id = $1`,
        [wait],
      )
      const [{ approved, resolved_by, way }] = rows
      return approved === null ? null : { approved: approved === 'true', by: resolved_by, way }
    },
    mask: (as: Person, slug: string) =>
      call('PUT', '/data-policy', as, { slug, body: { ...POLICY, mask_lists: true } }),
    escalate: (run: { id: string; wait: string }) =>
      pool.query(`insert into review_reminders (execution_id, subject, step) values ($1, $2, 'escalated')`, [
        run.id,
        `wait:${run.wait}`,
      ]),
  }
}
