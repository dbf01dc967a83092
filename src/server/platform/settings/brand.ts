/** How this installation presents itself, as every part of the program reads it. */
import type { Brand } from '#contract/platform/brand.ts'
import type { MailBrand } from '#server/gateways/mail.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findLogoPicture } from './brand.store.ts'
import type { Settings } from './settings.ts'

/** The brand as it was at most two seconds ago. It is the same object until it changes, by which is told whether what was made of it still holds. */
export type ReadBrand = () => Brand

/** @param name the one that the environment gives, for a brand without a name of its own */
export function brandReader(settings: Pick<Settings, 'now'>, name: string): ReadBrand {
  let made: { of: unknown; brand: Brand } | null = null
  return () => {
    const of = settings.now().brand
    if (made?.of !== of) made = { of, brand: { ...of, name: of.name ?? name } }
    return made.brand
  }
}

/** The brand in mail: its logo travels with it, because many mail programs load nothing from elsewhere. */
export function mailBrandReader(db: Queryable, brand: ReadBrand): () => Promise<MailBrand> {
  let kept: { id: string; bytes: Buffer | null } | null = null
  return async () => {
    const { name, accent, logo } = brand()
    if (logo !== null && kept?.id !== logo.id) kept = { id: logo.id, bytes: await findLogoPicture(db, logo.id, 'mail') }
    return { name, accent: accent?.light ?? null, logo: logo === null ? null : (kept?.bytes ?? null) }
  }
}
