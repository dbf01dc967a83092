import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type CodeTablesSystem = string;

/** Represents the table public.code_tables */
export default interface CodeTablesTable {
  system: ColumnType<CodeTablesSystem, CodeTablesSystem, CodeTablesSystem>;

  version: ColumnType<string, string, string>;

  source: ColumnType<string, string, string>;

  imported_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type CodeTables = Selectable<CodeTablesTable>;

export type NewCodeTables = Insertable<CodeTablesTable>;

export type CodeTablesUpdate = Updateable<CodeTablesTable>;