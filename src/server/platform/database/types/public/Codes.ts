import type { CodeTablesSystem } from './CodeTables.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type CodesCode = string;

/** Represents the table public.codes */
export default interface CodesTable {
  system: ColumnType<CodeTablesSystem, CodeTablesSystem, CodeTablesSystem>;

  code: ColumnType<CodesCode, CodesCode, CodesCode>;

  billable: ColumnType<boolean, boolean, boolean>;

  description: ColumnType<string, string, string>;

  synonyms: ColumnType<string[], string[] | undefined, string[]>;
}

export type Codes = Selectable<CodesTable>;

export type NewCodes = Insertable<CodesTable>;

export type CodesUpdate = Updateable<CodesTable>;