/** The SQL of what is said against disputes. */
import { sql } from 'kysely'
import type { EvidenceKind, EvidenceState } from '#contract/billing/dispute-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface EvidenceRow {
  state: EvidenceState
  summary: string
  changed_at: Date
  last_error: string | null
}

const NONE: EvidenceRow = { state: 'draft', summary: '', changed_at: new Date(0), last_error: null }

export const findEvidence = async (db: Queryable, dispute: string): Promise<EvidenceRow> =>
  (
    await sql<EvidenceRow>`select state, summary, changed_at, last_error from dispute_evidence where dispute_id = ${dispute}`.execute(
      db,
    )
  ).rows[0] ?? NONE

/** Locked until the transaction ends: what is said is said by one at a time. */
export async function lockEvidence(tx: Queryable, dispute: string): Promise<EvidenceRow> {
  await sql`insert into dispute_evidence (dispute_id, changed_at) values (${dispute}, to_timestamp(0)) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<EvidenceRow>`select state, summary, changed_at, last_error from dispute_evidence
    where dispute_id = ${dispute} for update`.execute(tx)
  return rows[0] ?? NONE
}

export async function storeEvidence(
  tx: Queryable,
  dispute: string,
  given: Partial<Pick<EvidenceRow, 'state' | 'summary'>> & { by: UserId; now: Date },
): Promise<void> {
  const { state, summary, by, now } = given
  await sql`update dispute_evidence set state = coalesce(${state ?? null}, state), summary = coalesce(${summary ?? null}, summary),
    last_error = null, changed_by = ${by}, changed_at = ${now} where dispute_id = ${dispute}`.execute(tx)
}

/** Notes how an answer went, unless the evidence was sent back meanwhile. */
export async function endAnswering(
  tx: Queryable,
  dispute: string,
  given: { during: EvidenceState; state: EvidenceState; last_error: string | null; by: UserId; now: Date },
): Promise<void> {
  const { during, state, last_error, by, now } = given
  await sql`update dispute_evidence set state = ${state}, last_error = ${last_error}, changed_by = ${by}, changed_at = ${now}
    where dispute_id = ${dispute} and state = ${during}`.execute(tx)
}

export interface SentBackRow {
  summary: string
  files: { proves: EvidenceKind; name: string; bytes: number }[]
  /** Null when it was not submitted from here. */
  submitted_at: Date | null
  sent_back_at: Date
}

/** Keeps the evidence as it is in the history, and makes it a draft again. */
export async function sendBack(tx: Queryable, dispute: string, now: Date): Promise<void> {
  await sql`insert into dispute_evidence_sent_back (dispute_id, summary, files, submitted_at, sent_back_at)
    select d.id, coalesce(e.summary, ''), coalesce((
        select jsonb_agg(jsonb_build_object('proves', f.proves, 'name', f.name, 'bytes', length(f.bytes), 'document_id', f.document_id)
          order by f.added_at, f.id) from dispute_files f where f.dispute_id = d.id), '[]'),
      case when e.state in ('submitting', 'submitted') then e.changed_at end, ${now}
    from disputes d left join dispute_evidence e on e.dispute_id = d.id where d.id = ${dispute}`.execute(tx)
  await sql`update dispute_evidence set state = 'draft', last_error = null where dispute_id = ${dispute}`.execute(tx)
}

/** The newest first. */
export const findSentBack = async (db: Queryable, dispute: string): Promise<SentBackRow[]> =>
  (
    await sql<SentBackRow>`select summary, files, submitted_at, sent_back_at from dispute_evidence_sent_back
      where dispute_id = ${dispute} order by sent_back_at desc, id desc`.execute(db)
  ).rows

export interface FileRow {
  id: string
  proves: EvidenceKind
  name: string
  mime_type: string
  size: number
  document_id: string | null
  added_at: Date
}

export const findFiles = async (db: Queryable, dispute: string): Promise<FileRow[]> =>
  (
    await sql<FileRow>`select id, proves, name, mime_type, length(bytes) as size, document_id, added_at from dispute_files
      where dispute_id = ${dispute} order by added_at, id`.execute(db)
  ).rows

export const findBytes = async (db: Queryable, file: string): Promise<Buffer> =>
  (await sql<{ bytes: Buffer }>`select bytes from dispute_files where id = ${file}`.execute(db)).rows[0]?.bytes ??
  Buffer.alloc(0)

export async function insertFile(
  tx: Queryable,
  dispute: string,
  file: Pick<FileRow, 'proves' | 'name' | 'mime_type'> & { bytes: Buffer; by: UserId },
): Promise<void> {
  await sql`insert into dispute_files (dispute_id, proves, name, mime_type, bytes, added_by)
    values (${dispute}, ${file.proves}, ${file.name}, ${file.mime_type}, ${file.bytes}, ${file.by})`.execute(tx)
}

/** @returns false when it is not there */
export const deleteFile = async (tx: Queryable, dispute: string, file: string): Promise<boolean> =>
  (await sql`delete from dispute_files where id = ${file} and dispute_id = ${dispute} returning 1`.execute(tx)).rows
    .length > 0

export async function noteDocument(db: Queryable, file: string, document: string): Promise<void> {
  await sql`update dispute_files set document_id = ${document} where id = ${file}`.execute(db)
}

/** What is known of a disputed payment. Never what runs held. */
export interface Known {
  title: string | null
  purpose: string | null
  receipt: string | null
  billing_name: string | null
  billing_address: string | null
  gstin: string | null
  ordered_at: Date | null
  paid_at: Date | null
  paise: number
  method: string | null
  gateway_payment_id: string
  refunded_paise: number | null
  account_since: Date | null
  runs: number
  runs_succeeded: number
  last_run_at: Date | null
  addresses: string[]
  invoice_ids: string[]
  invoices: string[]
}

/** Whether the run or charge `x` of the statement is of what the order `o` paid for: of an agent its own, of credits any. */
const isOfOrder = sql`(o.purpose <> 'agent' or exists (select 1 from sales s where s.order_id = o.id and s.agent_id = x.agent_id))`

export const findKnown = async (db: Queryable, dispute: string): Promise<Known | null> =>
  (
    await sql<Known>`
      select o.title, o.purpose, o.receipt, o.billing_name, o.billing_address, o.gstin, o.created_at as ordered_at, o.paid_at,
        p.amount_paise::float8 as paise, p.method, p.gateway_payment_id, o.refunded_paise::float8 as refunded_paise,
        u.created_at as account_since, greatest(e.runs, c.runs)::int as runs, greatest(e.succeeded, c.settled)::int as runs_succeeded,
        greatest(e.last_run_at, c.last_run_at) as last_run_at,
        array(select distinct s."ipAddress" from auth.session s where s."userId" = u.firebase_uid and s."ipAddress" <> '' limit 5) as addresses,
        i.ids as invoice_ids, i.numbers as invoices
      from disputes d join payments p on p.id = d.payment_id left join orders o on o.id = d.order_id
      left join users u on u.id = d.buyer_id
      left join lateral (
        select count(*) as runs, count(*) filter (where x.status = 'succeeded') as succeeded, max(x.created_at) as last_run_at
        from executions x where x.owner_id = d.buyer_id and x.created_at >= o.paid_at
          and ${isOfOrder}
      ) e on true
      -- The buyer may delete runs; their charges stay.
      left join lateral (
        select count(*) as runs, count(*) filter (where x.status = 'settled') as settled, max(x.created_at) as last_run_at
        from charges x where x.buyer_id = d.buyer_id and x.created_at >= o.paid_at and x.kind <> 'trial'
          and ${isOfOrder}
      ) c on true
      cross join lateral (
        select coalesce(array_agg(i.id::text), '{}') as ids, coalesce(array_agg(i.number), '{}') as numbers
        from invoiced v join invoices i on i.id = v.invoice_id where i.kind = 'invoice' and ((v.cause_type = 'order' and v.cause_id = o.id)
          or (v.cause_type = 'sale' and v.cause_id in (select s.id from sales s where s.order_id = o.id)))
      ) i
      where d.id = ${dispute}`.execute(db)
  ).rows[0] ?? null
