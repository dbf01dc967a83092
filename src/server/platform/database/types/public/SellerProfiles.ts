import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.seller_profiles */
export default interface SellerProfilesTable {
  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  legal_name: ColumnType<string, string, string>;

  kind: ColumnType<string, string, string>;

  address: ColumnType<string, string, string>;

  state_code: ColumnType<string, string, string>;

  pan_last: ColumnType<string | null, string | null, string | null>;

  gstin: ColumnType<string | null, string | null, string | null>;

  payee_shown: ColumnType<string | null, string | null, string | null>;

  payee_from: ColumnType<Date | null, Date | string | null, Date | string | null>;

  status: ColumnType<string, string | undefined, string>;

  status_reason: ColumnType<string | null, string | null, string | null>;

  verified_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  verified_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  key_id: ColumnType<string | null, string | null, string | null>;

  wrapped_key: ColumnType<unknown | null, unknown | null, unknown | null>;

  sealed: ColumnType<unknown | null, unknown | null, unknown | null>;

  contact_email: ColumnType<string | null, string | null, string | null>;

  contact_phone: ColumnType<string | null, string | null, string | null>;

  verified_gstin: ColumnType<string | null, string | null, string | null>;
}

export type SellerProfiles = Selectable<SellerProfilesTable>;

export type NewSellerProfiles = Insertable<SellerProfilesTable>;

export type SellerProfilesUpdate = Updateable<SellerProfilesTable>;