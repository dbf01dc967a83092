/** A workflow file at a web address. */
import { AppError } from '#contract/core/errors.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, HttpResponse } from '#nodes/ports.ts'
import type { EditGrant } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enforceTransferLimit } from './files.ts'

const WAIT_MS = 15_000

/** People copy the address of the page that shows a file; the file itself is at another address. */
export const toRawAddress = (address: string): string =>
  address
    .replace(/^https:\/\/github\.com\/([^/]+)\/([^/]+)\/blob\//, 'https://raw.githubusercontent.com/$1/$2/')
    .replace(/^https:\/\/gist\.github\.com\/([^/]+)\/([0-9a-f]+)\/?$/, 'https://gist.githubusercontent.com/$1/$2/raw')

const refused = (message: string, code: string): AppError =>
  new AppError('import_refused', { message, problems: [{ message, field: 'address', code }] })

/**
 * Fetches a file for its import. Private addresses are refused as for every call to the outside.
 * @throws import_refused (nothing there, too large, a private address), too_many_requests
 */
export async function fetchFile(
  { db, http }: { db: Database; http: HttpPort },
  grant: EditGrant,
  address: string,
): Promise<{ source: string }> {
  await enforceTransferLimit(db, grant, 'imports')
  const headers = { accept: 'application/json, text/plain;q=0.9' }
  const request = { method: 'GET', url: toRawAddress(address), headers, body: null, timeout_ms: WAIT_MS } as const
  const { status, body } = await http(request, AbortSignal.timeout(WAIT_MS)).catch((error: unknown): HttpResponse => {
    if (error instanceof NodeError) throw refused(error.message, error.code)
    throw error
  })
  if (status < 200 || status > 299) throw refused(`The address responded with ${status}`, 'address_failed')
  if (Buffer.byteLength(body) > SERVER_LIMITS.import_bytes) throw refused('The file is too large', 'file_too_large')
  return { source: body }
}
