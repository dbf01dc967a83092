import type { SkillsId } from './Skills.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SkillRevisionsId = string;

/** Represents the table public.skill_revisions */
export default interface SkillRevisionsTable {
  id: ColumnType<SkillRevisionsId, SkillRevisionsId | undefined, SkillRevisionsId>;

  skill_id: ColumnType<SkillsId | null, SkillsId | null, SkillsId | null>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  number: ColumnType<number, number, number>;

  name: ColumnType<string, string, string>;

  description: ColumnType<string, string, string>;

  license: ColumnType<string | null, string | null, string | null>;

  compatibility: ColumnType<string | null, string | null, string | null>;

  allowed_tools: ColumnType<string | null, string | null, string | null>;

  metadata: ColumnType<unknown, unknown, unknown>;

  body: ColumnType<string, string, string>;

  bytes: ColumnType<number, number, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type SkillRevisions = Selectable<SkillRevisionsTable>;

export type NewSkillRevisions = Insertable<SkillRevisionsTable>;

export type SkillRevisionsUpdate = Updateable<SkillRevisionsTable>;