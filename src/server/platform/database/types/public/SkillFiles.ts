import type { SkillRevisionsId } from './SkillRevisions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SkillFilesPath = string;

/** Represents the table public.skill_files */
export default interface SkillFilesTable {
  revision_id: ColumnType<SkillRevisionsId, SkillRevisionsId, SkillRevisionsId>;

  path: ColumnType<SkillFilesPath, SkillFilesPath, SkillFilesPath>;

  content: ColumnType<unknown, unknown, unknown>;

  is_text: ColumnType<boolean, boolean, boolean>;
}

export type SkillFiles = Selectable<SkillFilesTable>;

export type NewSkillFiles = Insertable<SkillFilesTable>;

export type SkillFilesUpdate = Updateable<SkillFilesTable>;