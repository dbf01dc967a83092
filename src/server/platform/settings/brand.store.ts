/** The SQL of logos. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

export interface LogoPictures {
  page: Buffer
  mail: Buffer
  icon: Buffer
  width: number
  height: number
}

/** The same pictures again are the same logo. */
export async function insertLogo(tx: Queryable, id: string, logo: LogoPictures): Promise<void> {
  const { page, mail, icon, width, height } = logo
  await sql`
    insert into brand_logos (id, page, mail, icon, width, height)
    values (${id}, ${page}, ${mail}, ${icon}, ${width}, ${height})
    on conflict (id) do update set created_at = now()`.execute(tx)
}

/** Those that neither the setting names nor anyone has just uploaded. */
export async function deleteOtherLogos(tx: Queryable): Promise<void> {
  await sql`
    delete from brand_logos where created_at < now() - interval '1 day' and id not in (
      select value -> 'logo' ->> 'id' from settings where name = 'brand' and value -> 'logo' ->> 'id' is not null)`.execute(
    tx,
  )
}

/** Marks a logo as used now, so that nothing removes it before the brand that names it is stored. */
export async function keepLogo(tx: Queryable, id: string): Promise<{ width: number; height: number } | null> {
  const { rows } = await sql<{ width: number; height: number }>`
    update brand_logos set created_at = now() where id = ${id} returning width, height`.execute(tx)
  return rows[0] ?? null
}

export type LogoPicture = 'page' | 'mail' | 'icon'

export async function findLogoPicture(db: Queryable, id: string, picture: LogoPicture): Promise<Buffer | null> {
  const { rows } = await sql<{ bytes: Buffer }>`
    select case ${picture}::text when 'page' then page when 'mail' then mail else icon end as bytes
    from brand_logos where id = ${id}`.execute(db)
  return rows[0]?.bytes ?? null
}
