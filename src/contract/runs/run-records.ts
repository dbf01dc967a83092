/** The record of a run: who ran, saw, decided, signed, shared and exported, as a chain of signed hashes (decision 0358). */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, Json, listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import { RECORD_FORMATS, RECORD_KINDS, RECORD_WITHHELD } from './run-record-values.ts'

export const RecordEntry = z.object({
  number: z.number().int(),
  kind: z.enum(RECORD_KINDS),
  at: Timestamp.describe('When it happened.'),
  noted_at: Timestamp.describe('When it was entered.'),
  by: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('With their name as it was then. Null for nobody with an account, and when their account is gone.'),
  person: z.string().describe('Their name, or in your language who else it was: a visitor, the holder of a link.'),
  facts: z.record(z.string(), Json),
  content: z
    .record(z.string(), Json)
    .nullable()
    .describe(
      'What is about the document: findings, reasons, names of recipients. Null when there is none or it isn’t shown.',
    ),
  withheld: z.enum(RECORD_WITHHELD).nullable().describe('Why content isn’t shown.'),
  text: z.array(z.string()).describe('What happened, in your language, one sentence each.'),
  hash: z.string(),
})
export type RecordEntry = z.infer<typeof RecordEntry>

export const RunRecord = listOf(RecordEntry).extend({
  title: z.string().nullable(),
  state: z.enum(['intact', 'changed']).describe('Whether every entry is as it was written.'),
  changed_at: z.number().int().nullable().describe('The first entry that isn’t as it was written.'),
  head: z.string().nullable().describe('The hash of the newest entry.'),
})
export type RunRecord = z.infer<typeof RunRecord>

const params = z.object({ id: ExecutionId })

export const runRecordEndpoints = {
  getRunRecord: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/record',
    access: signedIn,
    params,
    query: z.object(listQuery(100, 500)),
    returns: RunRecord,
    errors: ['not_found', 'forbidden'],
    timeout: 20_000,
  }),
  // A download is entered in the record itself.
  downloadRunRecord: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/record/file',
    access: signedIn,
    late: true,
    params,
    body: z.strictObject({ format: z.enum(RECORD_FORMATS) }),
    returns: z.string(),
    answers: 'file',
    errors: ['not_found', 'forbidden', 'too_many_requests'],
    timeout: 60_000,
  }),
}
