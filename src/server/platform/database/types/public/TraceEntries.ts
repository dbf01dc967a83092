import type { ExecutionsId } from './Executions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type TraceEntriesId = number;

/** Represents the table public.trace_entries */
export default interface TraceEntriesTable {
  id: ColumnType<TraceEntriesId, never, never>;

  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  node_id: ColumnType<string, string, string>;

  iteration: ColumnType<string, string | undefined, string>;

  attempt: ColumnType<number, number, number>;

  kind: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  at: ColumnType<Date, Date | string, Date | string>;

  ms: ColumnType<number, number, number>;

  input_tokens: ColumnType<number, number | undefined, number>;

  output_tokens: ColumnType<number, number | undefined, number>;

  cost_micros: ColumnType<number, number | undefined, number>;

  error: ColumnType<string | null, string | null, string | null>;

  summary: ColumnType<string, string, string>;

  prompt: ColumnType<string | null, string | null, string | null>;

  base: ColumnType<number, number | undefined, number>;

  size: ColumnType<number, number, number>;

  content: ColumnType<unknown | null, unknown | null, unknown | null>;
}

export type TraceEntries = Selectable<TraceEntriesTable>;

export type NewTraceEntries = Insertable<TraceEntriesTable>;

export type TraceEntriesUpdate = Updateable<TraceEntriesTable>;