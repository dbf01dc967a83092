import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ExecutorsId = string;

/** Represents the table public.executors */
export default interface ExecutorsTable {
  id: ColumnType<ExecutorsId, ExecutorsId, ExecutorsId>;

  role: ColumnType<string, string, string>;

  started_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Executors = Selectable<ExecutorsTable>;

export type NewExecutors = Insertable<ExecutorsTable>;

export type ExecutorsUpdate = Updateable<ExecutorsTable>;