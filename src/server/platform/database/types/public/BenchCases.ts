import type { BenchesId } from './Benches.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BenchCasesPosition = number;

/** Represents the table public.bench_cases */
export default interface BenchCasesTable {
  bench_id: ColumnType<BenchesId, BenchesId, BenchesId>;

  position: ColumnType<BenchCasesPosition, BenchCasesPosition, BenchCasesPosition>;

  name: ColumnType<string, string, string>;

  input: ColumnType<unknown, unknown, unknown>;

  expected: ColumnType<unknown | null, unknown | null, unknown | null>;

  scorer: ColumnType<unknown, unknown, unknown>;
}

export type BenchCases = Selectable<BenchCasesTable>;

export type NewBenchCases = Insertable<BenchCasesTable>;

export type BenchCasesUpdate = Updateable<BenchCasesTable>;