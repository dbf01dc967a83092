import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PayoutContactsAccountNumber = string;

/** Represents the table public.payout_contacts */
export default interface PayoutContactsTable {
  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  account_number: ColumnType<PayoutContactsAccountNumber, PayoutContactsAccountNumber, PayoutContactsAccountNumber>;

  contact_id: ColumnType<string, string, string>;
}

export type PayoutContacts = Selectable<PayoutContactsTable>;

export type NewPayoutContacts = Insertable<PayoutContactsTable>;

export type PayoutContactsUpdate = Updateable<PayoutContactsTable>;