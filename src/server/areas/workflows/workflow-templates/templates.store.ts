/** The SQL of templates: which workflows began as one. */
import { sql } from 'kysely'
import type { WorkflowId } from '#contract/core/primitives.ts'
import type { BundleSample } from '#contract/workflows/bundle.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export async function countStarted(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await sql<{ template: string; count: number }>`
    select template, count(*)::int as count from workflows where template is not null group by template`.execute(db)
  return new Map(rows.map(({ template, count }) => [template, count]))
}

export async function keepTemplate(
  db: Queryable,
  id: WorkflowId,
  { template, samples }: { template: string; samples: readonly BundleSample[] },
): Promise<void> {
  await sql`update workflows set template = ${template}, samples = ${JSON.stringify(samples)}::jsonb where id = ${id}`.execute(
    db,
  )
}
