import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.listing_vectors */
export default interface ListingVectorsTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  slot: ColumnType<number, never, never>;

  model: ColumnType<string, string | undefined, string>;

  vector: ColumnType<unknown | null, unknown | null, unknown | null>;

  signature: ColumnType<unknown | null, unknown | null, unknown | null>;

  changed: ColumnType<number, number | undefined, number>;

  asked: ColumnType<number, number | undefined, number>;

  taken_until: ColumnType<Date, Date | string | undefined, Date | string>;

  attempts: ColumnType<number, number | undefined, number>;
}

export type ListingVectors = Selectable<ListingVectorsTable>;

export type NewListingVectors = Insertable<ListingVectorsTable>;

export type ListingVectorsUpdate = Updateable<ListingVectorsTable>;