/** The brand of the installation as an admin changes it. What is uploaded is never kept: only what a runner draws from it is. */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { SettingValues } from '#contract/admin/setting-schemas.ts'
import { AppError, ERRORS, type ErrorCode, fieldError, inputError } from '#contract/core/errors.ts'
import { BRAND } from '#contract/platform/brand.ts'
import { NodeError } from '#nodes/node.ts'
import { type WorkFor, workForOwner } from '#nodes/work-for.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import { refusalOfAccent, THEMES } from '#server/platform/settings/accent.ts'
import { deleteOtherLogos, insertLogo, keepLogo, type LogoPictures } from '#server/platform/settings/brand.store.ts'
import type { SettingGrant } from './settings.policy.ts'
import { changeSetting, type SettingDeps } from './settings.ts'

/** A logo in each size that is shown; done where it may fail. */
export type DrawLogo = (bytes: Buffer, work: WorkFor) => Promise<LogoPictures>

const refuse = (code: ErrorCode, message: string = ERRORS[code].text): AppError =>
  new AppError(code, { message, problems: [{ message, field: 'file', code }] })

async function received(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BRAND.logo_bytes) throw refuse('file_too_large', `A logo can be up to ${BRAND.logo_bytes / 1000} kB.`)
    chunks.push(chunk)
  }
  if (bytes === 0) throw refuse('file_empty')
  return Buffer.concat(chunks)
}

/** What the runner refused, as the admin is told. */
function refusal(error: unknown): unknown {
  if (!(error instanceof NodeError)) return error
  if (error.code === 'runner_lost' || error.code === 'runner_busy')
    return new AppError('unavailable', { retryAfter: 2, cause: error })
  return error.code in ERRORS ? refuse(error.code as ErrorCode, error.message) : error
}

/**
 * Stores an uploaded logo, which nothing shows until the brand names it.
 * @throws file_empty, file_too_large, file_unsupported, file_broken, file_timeout, unavailable
 */
export async function uploadLogo(
  { db, drawLogo }: { db: Database; drawLogo: DrawLogo },
  { on: admin, action }: SettingGrant<'brand.upload_logo'>,
  stream: Readable,
  signal: AbortSignal,
): Promise<{ id: string; width: number; height: number }> {
  const bytes = await received(stream).catch((error: Error) => {
    // An upload that breaks off is the sender's affair.
    throw 'code' in error ? error : new AppError('malformed_payload', { cause: error })
  })
  const drawn = await drawLogo(bytes, workForOwner({ user_id: admin.id }, signal)).catch((error: unknown) => {
    throw refusal(error)
  })
  const { page, mail, icon, width, height } = drawn
  const id = createHash('sha256').update(page).update(mail).update(icon).digest('hex').slice(0, 32)
  await db.transaction().execute(async (tx) => {
    await deleteOtherLogos(tx)
    await insertLogo(tx, id, drawn)
    const details = { logo: id, width, height }
    await insertAudit(tx, {
      actor_id: admin.id,
      action,
      target_id: uuidOf(['setting', 'brand']),
      reason: null,
      details,
    })
  })
  return { id, width, height }
}

/** @throws invalid_input with each colour that cannot be read (`value.accent.light`), or for a logo that was not uploaded; stale_details */
export async function changeBrand(
  deps: SettingDeps,
  grant: SettingGrant<'brand.change'>,
  change: { value: SettingValues['brand']; version: number; reason: string },
) {
  const { accent, logo } = change.value
  const problems = THEMES.flatMap((theme) => {
    const message = accent && refusalOfAccent(accent[theme], theme)
    return message ? [{ field: theme, message, code: 'invalid_input' as const }] : []
  })
  if (problems.length > 0) throw inputError(problems, 'value.accent')
  return changeSetting(deps, grant, { name: 'brand', ...change }, async (tx) => {
    const size = logo && (await keepLogo(tx, logo.id))
    if (logo && (size?.width !== logo.width || size.height !== logo.height))
      throw fieldError('value.logo', 'Upload the logo first')
  })
}
