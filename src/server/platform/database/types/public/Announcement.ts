import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnnouncementSingleton = string;

/** Represents the table public.announcement */
export default interface AnnouncementTable {
  singleton: ColumnType<AnnouncementSingleton, AnnouncementSingleton | undefined, AnnouncementSingleton>;

  id: ColumnType<string, string, string>;

  text: ColumnType<string, string, string>;

  tone: ColumnType<string, string, string>;

  until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Announcement = Selectable<AnnouncementTable>;

export type NewAnnouncement = Insertable<AnnouncementTable>;

export type AnnouncementUpdate = Updateable<AnnouncementTable>;