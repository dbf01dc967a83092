import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MandateEndingsGateway = string;

export type MandateEndingsTokenId = string;

/** Represents the table public.mandate_endings */
export default interface MandateEndingsTable {
  gateway: ColumnType<MandateEndingsGateway, MandateEndingsGateway, MandateEndingsGateway>;

  token_id: ColumnType<MandateEndingsTokenId, MandateEndingsTokenId, MandateEndingsTokenId>;

  customer_id: ColumnType<string, string, string>;

  method: ColumnType<string, string, string>;

  attempts: ColumnType<number, number | undefined, number>;

  next_try_at: ColumnType<Date, Date | string | undefined, Date | string>;

  last_error: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type MandateEndings = Selectable<MandateEndingsTable>;

export type NewMandateEndings = Insertable<MandateEndingsTable>;

export type MandateEndingsUpdate = Updateable<MandateEndingsTable>;