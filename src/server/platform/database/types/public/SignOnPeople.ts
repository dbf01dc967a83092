import type { WorkspaceSignOnsId } from './WorkspaceSignOns.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SignOnPeopleSubject = string;

/** Represents the table public.sign_on_people */
export default interface SignOnPeopleTable {
  sign_on_id: ColumnType<WorkspaceSignOnsId, WorkspaceSignOnsId, WorkspaceSignOnsId>;

  subject: ColumnType<SignOnPeopleSubject, SignOnPeopleSubject, SignOnPeopleSubject>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  linked_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type SignOnPeople = Selectable<SignOnPeopleTable>;

export type NewSignOnPeople = Insertable<SignOnPeopleTable>;

export type SignOnPeopleUpdate = Updateable<SignOnPeopleTable>;