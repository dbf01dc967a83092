import type { MemoriesId } from './Memories.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MemoryFactsId = string;

/** Represents the table public.memory_facts */
export default interface MemoryFactsTable {
  id: ColumnType<MemoryFactsId, MemoryFactsId | undefined, MemoryFactsId>;

  memory_id: ColumnType<MemoriesId, MemoriesId, MemoriesId>;

  number: ColumnType<number, number, number>;

  fact: ColumnType<string, string, string>;

  written_by: ColumnType<string, string, string>;

  key: ColumnType<string | null, string | null, string | null>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type MemoryFacts = Selectable<MemoryFactsTable>;

export type NewMemoryFacts = Insertable<MemoryFactsTable>;

export type MemoryFactsUpdate = Updateable<MemoryFactsTable>;