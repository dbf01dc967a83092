import type { BenchesId } from './Benches.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BenchFilesFileId = string;

/** Represents the table public.bench_files */
export default interface BenchFilesTable {
  bench_id: ColumnType<BenchesId, BenchesId, BenchesId>;

  file_id: ColumnType<BenchFilesFileId, BenchFilesFileId, BenchFilesFileId>;
}

export type BenchFiles = Selectable<BenchFilesTable>;

export type NewBenchFiles = Insertable<BenchFilesTable>;

export type BenchFilesUpdate = Updateable<BenchFilesTable>;