import type { UsersId } from './Users.ts';
import type { AgentsId } from './Agents.ts';
import type { CredentialsId } from './Credentials.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type LentAccountsSlot = string;

/** Represents the table public.lent_accounts */
export default interface LentAccountsTable {
  user_id: ColumnType<UsersId, UsersId, UsersId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  slot: ColumnType<LentAccountsSlot, LentAccountsSlot, LentAccountsSlot>;

  credential_id: ColumnType<CredentialsId, CredentialsId, CredentialsId>;

  agreed: ColumnType<unknown, unknown, unknown>;

  agreed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type LentAccounts = Selectable<LentAccountsTable>;

export type NewLentAccounts = Insertable<LentAccountsTable>;

export type LentAccountsUpdate = Updateable<LentAccountsTable>;