import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SkillsId = string;

/** Represents the table public.skills */
export default interface SkillsTable {
  id: ColumnType<SkillsId, SkillsId | undefined, SkillsId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  revision: ColumnType<number, number | undefined, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Skills = Selectable<SkillsTable>;

export type NewSkills = Insertable<SkillsTable>;

export type SkillsUpdate = Updateable<SkillsTable>;