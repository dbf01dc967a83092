import type { BenchesId } from './Benches.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BenchRunsAgent = number;

export type BenchRunsPosition = number;

/** Represents the table public.bench_runs */
export default interface BenchRunsTable {
  bench_id: ColumnType<BenchesId, BenchesId, BenchesId>;

  agent: ColumnType<BenchRunsAgent, BenchRunsAgent, BenchRunsAgent>;

  position: ColumnType<BenchRunsPosition, BenchRunsPosition, BenchRunsPosition>;

  execution_id: ColumnType<string, string, string>;

  charge_id: ColumnType<string | null, string | null, string | null>;

  state: ColumnType<string, string | undefined, string>;

  taken_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  outcome: ColumnType<string | null, string | null, string | null>;

  ms: ColumnType<number | null, number | null, number | null>;

  cost_paise: ColumnType<number, number | undefined, number>;

  paid_with: ColumnType<string | null, string | null, string | null>;

  score: ColumnType<number | null, number | null, number | null>;

  note: ColumnType<string, string | undefined, string>;

  is_right: ColumnType<boolean | null, boolean | null, boolean | null>;

  ruled: ColumnType<boolean | null, boolean | null, boolean | null>;
}

export type BenchRuns = Selectable<BenchRunsTable>;

export type NewBenchRuns = Insertable<BenchRunsTable>;

export type BenchRunsUpdate = Updateable<BenchRunsTable>;