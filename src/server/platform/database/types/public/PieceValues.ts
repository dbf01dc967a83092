import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PieceValuesPlugin = string;

export type PieceValuesScope = string;

export type PieceValuesKey = string;

/** Represents the table public.piece_values */
export default interface PieceValuesTable {
  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  plugin: ColumnType<PieceValuesPlugin, PieceValuesPlugin, PieceValuesPlugin>;

  scope: ColumnType<PieceValuesScope, PieceValuesScope, PieceValuesScope>;

  key: ColumnType<PieceValuesKey, PieceValuesKey, PieceValuesKey>;

  value: ColumnType<unknown, unknown, unknown>;

  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type PieceValues = Selectable<PieceValuesTable>;

export type NewPieceValues = Insertable<PieceValuesTable>;

export type PieceValuesUpdate = Updateable<PieceValuesTable>;