/** The audit log: who did what to whom, when, from where and why. It is only ever added to, and a chain of hashes shows what was changed. */
import { z } from 'zod'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp } from '#contract/core/primitives.ts'
import { AUDIT, AUDIT_BREAKS } from './audit-values.ts'

export const AuditEntryId = z.uuid().brand('AuditEntryId')
export type AuditEntryId = z.infer<typeof AuditEntryId>

/** What one value was and became; only one of them where nothing was replaced. Times, sums in paise and ids are as they are stored. */
export const AuditChange = z.object({
  name: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type AuditChange = z.infer<typeof AuditChange>

export const AuditEntry = z.object({
  id: AuditEntryId,
  at: Timestamp,
  actor: z.object({ id: z.uuid(), name: z.string(), email: z.string().nullable() }),
  /** `noun.verb` */
  action: z.string(),
  /** Whom or what it was done to. The name is that of a user or an agent. */
  target: z.object({ id: z.uuid(), name: z.string().nullable(), kind: z.enum(['user', 'agent', 'other']) }).nullable(),
  reason: z.string().nullable(),
  /** The network address of the request; null for acts of periodic jobs, and before addresses were noted. */
  address: z.string().nullable(),
  changes: z.array(AuditChange),
  /** Its place in the chain; null until it is sealed, which takes a few seconds. */
  position: z.number().int().nullable(),
  /** SHA-256 in hexadecimal. */
  hash: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditChain = z.object({
  /** Of the oldest sealed entry. */
  since: Timestamp.nullable(),
  /** Entries in the chain. */
  sealed: z.number().int(),
  /** The hash of the last one, in hexadecimal. Kept elsewhere, it shows later whether the end was cut off. */
  head: z.string().nullable(),
  /** When the chain was last read to its end. */
  checked_at: Timestamp.nullable(),
  /** The first place where it is not as it was written. */
  broken: z
    .object({
      position: z.number().int(),
      entry_id: AuditEntryId.nullable(),
      why: z.enum(AUDIT_BREAKS),
      found_at: Timestamp,
    })
    .nullable(),
})
export type AuditChain = z.infer<typeof AuditChain>

const filter = {
  /** An email address, or the id of a person or thing: what they did, and what was done to them. */
  person: z.string().trim().max(320, 'Use at most 320 characters').optional(),
  action: z.string().max(100, 'Use at most 100 characters').optional(),
  from: Timestamp.optional(),
  /** Not included. */
  to: Timestamp.optional(),
  /** Part of the reason. */
  reason: z
    .string()
    .trim()
    .min(AUDIT.shortest_search, `Use at least ${AUDIT.shortest_search} characters`)
    .max(AUDIT.search_chars, `Use at most ${AUDIT.search_chars} characters`)
    .optional(),
}
const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from < to
const PERIOD = { path: ['to'], message: 'Choose an end that is after the start' }
export const AuditFilter = z.object(filter)
export type AuditFilter = z.output<typeof AuditFilter>

const access = roleAtLeast('admin')

export const auditEndpoints = {
  listAuditEntries: endpoint({
    method: 'GET',
    path: '/api/v1/admin/audit',
    access,
    query: z
      .object({
        ...filter,
        /** Continues after this entry of the page before. */
        after: AuditEntryId.optional(),
        limit: z.coerce.number().int().min(1).max(100).default(AUDIT.page),
      })
      .refine(isPeriod, PERIOD),
    returns: z.object({ items: z.array(AuditEntry), next: AuditEntryId.nullable() }),
  }),
  getAuditActions: endpoint({
    method: 'GET',
    path: '/api/v1/admin/audit/actions',
    access,
    returns: z.object({ actions: z.array(z.string()) }),
  }),
  exportAudit: endpoint({
    method: 'GET',
    path: '/api/v1/admin/audit/export',
    access,
    query: z.object({ ...filter, format: z.enum(['csv', 'json']) }).refine(isPeriod, PERIOD),
    answers: 'file',
    returns: z.string(),
    timeout: 3_600_000,
  }),
  getAuditChain: endpoint({ method: 'GET', path: '/api/v1/admin/audit/chain', access, returns: AuditChain }),
  checkAuditChain: endpoint({
    method: 'POST',
    path: '/api/v1/admin/audit/chain/check',
    access,
    /** The position after which to check; the answer says where the next part begins, null at the end. */
    body: z.strictObject({ after: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
    returns: z.object({ chain: AuditChain, next: z.number().int().nullable() }),
    timeout: 30_000,
  }),
}
