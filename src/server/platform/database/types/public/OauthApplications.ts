import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type OauthApplicationsId = string;

/** Represents the table public.oauth_applications */
export default interface OauthApplicationsTable {
  id: ColumnType<OauthApplicationsId, OauthApplicationsId | undefined, OauthApplicationsId>;

  name: ColumnType<string, string, string>;

  client_id: ColumnType<string, string, string>;

  key_id: ColumnType<string, string, string>;

  wrapped_key: ColumnType<unknown, unknown, unknown>;

  sealed: ColumnType<unknown, unknown, unknown>;

  changed_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;

  signs: ColumnType<boolean, boolean | undefined, boolean>;
}

export type OauthApplications = Selectable<OauthApplicationsTable>;

export type NewOauthApplications = Insertable<OauthApplicationsTable>;

export type OauthApplicationsUpdate = Updateable<OauthApplicationsTable>;