/**
 * Money in the copy of a person's data and in its deletion. Books are kept: an account that is deleted leaves its paid orders, sales
 * and entries for as long as the law asks (GST: 72 months from the annual return, Central Goods and Services Tax Act, 2017, s. 36).
 */
import { sql } from 'kysely'
import { type EraseStep, eraseStep } from './erase-step.ts'
import { all, type PersonalList, row } from './personal-list.store.ts'

export const MONEY_LISTS: readonly PersonalList[] = [
  {
    file: 'orders.json',
    about: 'What you ordered and paid',
    tables: ['public.orders', 'public.payments'],
    query: ({ id }) =>
      row(
        sql`t.*, (select json_agg(json_build_object('id', p.gateway_payment_id, 'status', p.status, 'paise', p.amount_paise, 'method', p.method,
          'at', p.created_at) order by p.created_at) from payments p where p.order_id = t.id) as payments`,
        sql`from orders t where t.user_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'coupons.json',
    about: 'Codes you made for your agents',
    tables: ['public.coupons'],
    query: ({ id }) => row(all, sql`from coupons t where t.seller_id = ${id} order by t.created_at`),
  },
  {
    file: 'refunds.json',
    about: 'What you asked back, or were asked to give back',
    tables: [
      'public.refunds',
      'public.disputes',
      'public.dispute_evidence',
      'public.dispute_evidence_sent_back',
      'public.dispute_files',
    ],
    query: ({ id }) =>
      row(
        sql`t.id, t.title, t.paise, t.reason, t.status, t.decision_reason, t.created_at, t.decided_at, t.processed_at, (select
          json_agg(json_build_object('status', d.status, 'paise', d.paise, 'reason', d.reason, 'at', d.created_at)) from disputes d
          where d.order_id = t.order_id and d.buyer_id = ${id}) as disputes`,
        sql`from refunds t where t.buyer_id = ${id} or t.seller_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'paid-for-agents.json',
    about: 'What you paid for agents and runs of others',
    tables: ['public.sales'],
    query: ({ id }) =>
      row(
        sql`t.id, t.agent_id, t.agent_version_id, t.kind, t.order_id, t.execution_id, t.gross_paise, t.refunded_paise, t.created_at`,
        sql`from sales t where t.buyer_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'sales.json',
    about: 'What others bought of you, without their names',
    tables: ['public.sales'],
    query: ({ id }) =>
      row(
        sql`t.id, t.agent_id, t.agent_version_id, t.kind, t.gross_paise, t.supplier, t.supplier_gstin, t.commission_rate, t.commission_paise,
          t.commission_gst_paise, t.gst_paise, t.tcs_paise, t.tds_paise, t.seller_paise, t.refunded_paise, t.held_until, t.released_at,
          t.created_at`,
        sql`from sales t where t.seller_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'seller-profile.json',
    about: 'What you told us to be paid; numbers that name you as far as they are shown',
    tables: ['public.seller_profiles'],
    query: ({ id }) =>
      row(
        sql`t.legal_name, t.kind, t.address, t.state_code, t.pan_last, t.gstin, t.payee_shown, t.status, t.created_at, t.updated_at`,
        sql`from seller_profiles t where t.seller_id = ${id}`,
      ),
  },
  {
    file: 'subscriptions.json',
    about: 'Your plans, what happened to them, and their renewals',
    tables: ['public.subscriptions', 'public.subscription_events', 'public.renewals'],
    query: ({ id }) =>
      row(
        sql`t.*, (select json_agg(to_jsonb(e) - 'user_id' order by e.id) from subscription_events e where e.subscription_id = t.id) as events,
          (select json_agg(r order by r.period_start) from renewals r where r.subscription_id = t.id) as renewals`,
        sql`from subscriptions t where t.user_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'mandates.json',
    about: 'What you allowed your bank to be asked for without you',
    tables: ['public.mandates'],
    query: ({ id }) =>
      row(
        sql`t.gateway, t.method, t.max_paise, t.expires_at, t.revoked_at, t.created_at`,
        sql`from mandates t where t.user_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'usage.json',
    about: 'Calls of your API keys by month, and the room your files take',
    tables: ['public.api_calls', 'public.storage_used'],
    query: ({ id }) =>
      row(
        sql`t.month, t.calls, (select u.bytes from storage_used u where u.user_id = t.user_id) as storage_bytes`,
        sql`from api_calls t where t.user_id = ${id} order by t.month`,
      ),
  },
  {
    file: 'invoices.json',
    about: 'Invoices and credit notes to you and by you',
    tables: ['public.invoices', 'public.invoiced', 'public.invoice_codes'],
    query: ({ id }) =>
      row(
        all,
        sql`from invoices t where t.customer_id = ${id} or t.supplier_id = ${id} order by t.issued_at, t.number`,
      ),
  },
  {
    file: 'payouts.json',
    about: 'What was paid to you',
    tables: ['public.payouts', 'public.payout_transfers', 'public.payout_contacts'],
    query: ({ id }) => row(all, sql`from payouts t where t.seller_id = ${id} order by t.created_at`),
  },
  {
    file: 'ledger.json',
    about: 'Every movement of your credits and earnings, in paise',
    tables: ['public.ledger_accounts', 'public.ledger_transactions', 'public.ledger_entries'],
    query: ({ id }) =>
      row(
        sql`x.created_at, x.kind, a.kind as account, t.paise`,
        sql`from ledger_entries t join ledger_accounts a on a.id = t.account_id join ledger_transactions x on x.id = t.transaction_id
          where a.owner_id = ${id} order by x.created_at, t.line`,
      ),
  },
]

export const MONEY_STEPS: readonly EraseStep[] = [
  // Its events and renewals are deleted with it; payments remain in the books.
  eraseStep(
    ['public.subscriptions', 'public.subscription_events', 'public.renewals'],
    ({ id }) => sql`delete from subscriptions where user_id = ${id}`,
  ),
  eraseStep(['public.payout_contacts'], ({ id }) => sql`delete from payout_contacts where seller_id = ${id}`),
  eraseStep(['public.mandates'], ({ id }) => sql`delete from mandates where user_id = ${id}`),
  eraseStep(['public.api_calls'], ({ id }) => sql`delete from api_calls where user_id = ${id}`),
  // The books stay, under a number that is nobody's any more; what was never paid is no book.
  eraseStep(
    [
      'public.orders',
      'public.payments',
      'public.sales',
      'public.refunds',
      'public.disputes',
      'public.dispute_evidence',
      'public.dispute_evidence_sent_back',
      'public.dispute_files',
      'public.payouts',
      'public.payout_transfers',
      'public.invoices',
      'public.invoiced',
      'public.invoice_codes',
      'public.ledger_accounts',
      'public.ledger_transactions',
      'public.ledger_entries',
    ],
    ({ id }) => sql`
    delete from orders o where o.user_id = ${id} and o.status <> 'paid'
      and not exists (select 1 from payments p where p.order_id = o.id)`,
  ),
  // Codes of a seller who is gone open nothing; those that nobody used are gone, too.
  eraseStep(
    ['public.coupons'],
    ({ id }) => sql`
    delete from coupons c where c.seller_id = ${id} and not exists (select 1 from orders o where o.coupon_id = c.id)`,
  ),
  eraseStep(
    ['public.coupons'],
    ({ id }) => sql`update coupons set ended_at = coalesce(ended_at, now()), note = '' where seller_id = ${id}`,
  ),
  // Invoices carry what they need; of a seller who never sold, nothing is a book.
  eraseStep(
    ['public.seller_profiles'],
    ({ id }) => sql`
    delete from seller_profiles p where p.seller_id = ${id} and not exists (select 1 from sales s where s.seller_id = ${id})`,
  ),
  eraseStep(
    ['public.seller_profiles'],
    ({ id }) => sql`
    update seller_profiles set key_id = null, wrapped_key = null, sealed = null, payee_shown = null, payee_from = null where seller_id = ${id}`,
  ),
]
