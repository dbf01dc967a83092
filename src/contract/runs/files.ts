/** Files: uploaded first, then named in an input as `{"file_id": …}`. Stored under ids, served as attachments. */
import { z } from 'zod'
import { anyoneOrOwner } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { FileId, Timestamp } from '#contract/core/primitives.ts'

export const StoredFile = z.object({
  id: FileId,
  name: z.string(),
  mime: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  created_at: Timestamp,
  /** A visitor's file goes after 24 hours. */
  expires_at: Timestamp.nullable(),
})

/** Offsets are UTF-16 positions in `text`; boxes `[x0, y0, x1, y1]` are fractions of the page. */
export const FileText = z.object({
  text: z.string(),
  pages: z.array(
    z.object({
      page: z.number().int(),
      start: z.number().int(),
      end: z.number().int(),
      width: z.number().nullable().describe('Null where the format has no pages of a fixed size.'),
      height: z.number().nullable().describe('Null where the format has no pages of a fixed size.'),
    }),
  ),
  items: z.array(
    z.object({
      start: z.number().int(),
      end: z.number().int(),
      page: z.number().int(),
      box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    }),
  ),
  format: z.enum(['pdf', 'docx', 'text']),
})

export type StoredFile = z.infer<typeof StoredFile>
export type FileText = z.infer<typeof FileText>

const params = z.object({ id: FileId })
const unreadable = [
  'not_found',
  'file_encrypted',
  'file_broken',
  'file_empty',
  'file_unsupported',
  'file_timeout',
  'file_too_complex',
] as const

export const fileEndpoints = {
  uploadFile: endpoint({
    method: 'POST',
    path: '/api/v1/files',
    access: anyoneOrOwner,
    consumes: 'multipart',
    returns: StoredFile,
    errors: ['file_missing', 'file_empty', 'file_too_large', 'file_unsupported', 'visitor_quota', 'plan_limit'],
    timeout: 30_000,
    success: 201,
  }),
  getFile: endpoint({
    method: 'GET',
    path: '/api/v1/files/{id}',
    access: anyoneOrOwner,
    params,
    returns: z.string(),
    answers: 'file',
    errors: ['not_found'],
    timeout: 30_000,
  }),
  deleteFile: endpoint({
    method: 'DELETE',
    path: '/api/v1/files/{id}',
    access: anyoneOrOwner,
    params,
    returns: z.object({ deleted: z.literal(true) }),
    errors: ['not_found', 'illegal_transition'],
    late: true,
  }),
  getFileText: endpoint({
    method: 'GET',
    path: '/api/v1/files/{id}/text',
    access: anyoneOrOwner,
    late: true,
    large: true,
    params,
    returns: FileText,
    errors: unreadable,
    timeout: 30_000,
  }),
  getFilePage: endpoint({
    method: 'GET',
    path: '/api/v1/files/{id}/pages/{page}',
    access: anyoneOrOwner,
    late: true,
    params: z.object({ id: FileId, page: z.coerce.number().int().min(1).max(10_000) }),
    query: z.object({ width: z.coerce.number().int().min(100).max(2000).default(1000) }),
    returns: z.string(),
    answers: 'file',
    errors: unreadable,
    timeout: 30_000,
  }),
}
