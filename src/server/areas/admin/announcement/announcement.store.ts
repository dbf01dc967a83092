/** The SQL of the announcement. */
import { sql } from 'kysely'
import type { Announcement } from '#contract/admin/announcement.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface AnnouncementRow {
  id: string
  text: string
  tone: Announcement['tone']
  until: Date | null
}

/** The one that holds now. */
export async function findAnnouncement(db: Queryable): Promise<AnnouncementRow | null> {
  const { rows } = await sql<AnnouncementRow>`
    select id, text, tone, until from announcement where until is null or until > now()`.execute(db)
  return rows[0] ?? null
}

export async function saveAnnouncement(tx: Queryable, row: AnnouncementRow): Promise<void> {
  await sql`insert into announcement (id, text, tone, until) values (${row.id}, ${row.text}, ${row.tone}, ${row.until})
    on conflict (singleton) do update set id = excluded.id, text = excluded.text, tone = excluded.tone, until = excluded.until,
      created_at = now()`.execute(tx)
}

/** @returns the id of the one that was removed */
export async function deleteAnnouncement(tx: Queryable): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`delete from announcement returning id`.execute(tx)
  return rows[0]?.id ?? null
}
