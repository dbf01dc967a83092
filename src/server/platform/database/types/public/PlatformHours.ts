import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PlatformHoursHour = string;

/** Represents the table public.platform_hours */
export default interface PlatformHoursTable {
  hour: ColumnType<PlatformHoursHour, PlatformHoursHour, PlatformHoursHour>;

  minutes: ColumnType<unknown, unknown, unknown>;
}

export type PlatformHours = Selectable<PlatformHoursTable>;

export type NewPlatformHours = Insertable<PlatformHoursTable>;

export type PlatformHoursUpdate = Updateable<PlatformHoursTable>;