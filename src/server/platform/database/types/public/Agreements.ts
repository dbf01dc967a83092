import type { UsersId } from './Users.ts';
import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgreementsId = string;

/** Represents the table public.agreements */
export default interface AgreementsTable {
  id: ColumnType<AgreementsId, AgreementsId | undefined, AgreementsId>;

  user_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  visitor_key: ColumnType<string | null, string | null, string | null>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  destination: ColumnType<string, string, string>;

  agreed_at: ColumnType<Date, Date | string | undefined, Date | string>;

  withdrawn_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Agreements = Selectable<AgreementsTable>;

export type NewAgreements = Insertable<AgreementsTable>;

export type AgreementsUpdate = Updateable<AgreementsTable>;