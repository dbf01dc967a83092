/** RazorpayX (razorpay.com/docs/api/x): contacts, fund accounts and payouts. */
import { type Answer, type Asked, found, missing, notesOf, page, refused, text } from './answers.ts'
import type { State } from './behaviour.ts'
import { type ContactEntity, type FundAccountEntity, newId, type PayoutEntity } from './entities.ts'
import { movePayout } from './payout-moves.ts'

/** Of the test mode: the only account that pays here. */
export const PAYOUT_ACCOUNT = '7878780080316316'

const NAME = /^[a-zA-Z0-9 ’\-_/().]*[a-zA-Z0-9.]$/

function createContact(state: State, { json }: Asked): Answer {
  const name = text(json.name) ?? ''
  if (name.length < 3 || name.length > 50 || !NAME.test(name)) return refused('The name format is invalid.', 'name')
  if (json.type !== undefined && !['vendor', 'customer', 'employee', 'self'].includes(String(json.type)))
    return refused(`Invalid type: ${json.type}`, 'type')
  const reference_id = text(json.reference_id)
  if ((reference_id?.length ?? 0) > 40) return refused('The reference id may not be greater than 40 characters.')
  // The same person with the same reference is there already.
  const known = [...state.contacts.values()].find((one) => one.name === name && one.reference_id === reference_id)
  if (known) return found(known)
  const made: ContactEntity = {
    id: newId('cont'),
    entity: 'contact',
    name,
    type: text(json.type),
    reference_id,
    active: true,
    created_at: state.now(),
  }
  state.contacts.set(made.id, made)
  return found(made)
}

/** What is wrong with the place; null when nothing is. */
function wrongPlace({ account_type, bank_account, vpa }: FundAccountEntity): Answer | null {
  if (account_type === 'vpa')
    return /^[\w.-]{1,80}@[a-zA-Z]{2,}$/.test(vpa?.address ?? '') ? null : refused('Invalid VPA', 'vpa.address')
  if (account_type !== 'bank_account' || !bank_account) return refused('Invalid account type', 'account_type')
  const { name, ifsc, account_number } = bank_account
  if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc ?? '')) return refused('Invalid IFSC Code in Bank Account', 'ifsc')
  if (!/^[a-zA-Z0-9]{5,35}$/.test(account_number ?? '')) return refused('Invalid account number', 'account_number')
  return NAME.test(name ?? '') && name.length >= 3 ? null : refused('The name format is invalid.', 'name')
}

function createFundAccount(state: State, { json }: Asked): Answer {
  if (!state.contacts.has(String(json.contact_id))) return refused('The id provided does not exist', 'contact_id')
  const made = {
    id: newId('fa'),
    entity: 'fund_account',
    contact_id: String(json.contact_id),
    account_type: json.account_type,
    ...(json.bank_account !== undefined && { bank_account: json.bank_account }),
    ...(json.vpa !== undefined && { vpa: json.vpa }),
    active: true,
    created_at: state.now(),
  } as FundAccountEntity
  const wrong = wrongPlace(made)
  if (wrong) return wrong
  const place = (one: FundAccountEntity) => JSON.stringify([one.contact_id, one.bank_account, one.vpa])
  const known = [...state.fund_accounts.values()].find((one) => place(one) === place(made))
  if (known) return found(known)
  state.fund_accounts.set(made.id, made)
  return found(made)
}

/** What is wrong with a payout; null when nothing is. */
function wrongPayout(state: State, { json }: Asked): Answer | null {
  if (json.account_number !== PAYOUT_ACCOUNT) return refused('The account number is invalid.', 'account_number')
  const place = state.fund_accounts.get(String(json.fund_account_id))
  if (!place) return refused('The id provided does not exist', 'fund_account_id')
  if (!Number.isSafeInteger(json.amount) || Number(json.amount) < 100)
    return refused('Minimum transaction amount should be 100 paise', 'amount')
  if (json.currency !== 'INR') return refused('The selected currency is invalid.', 'currency')
  const modes = place.account_type === 'vpa' ? ['UPI'] : ['NEFT', 'RTGS', 'IMPS']
  if (!modes.includes(String(json.mode))) return refused('Payout mode is invalid', 'mode')
  if (json.mode === 'IMPS' && Number(json.amount) > 50_000_000)
    return refused('The amount exceeds the limit of IMPS', 'amount')
  if (json.mode === 'UPI' && Number(json.amount) > 10_000_000)
    return refused('The amount exceeds the limit of UPI', 'amount')
  if ((text(json.narration)?.length ?? 0) > 30 || !/^[a-zA-Z0-9 ]*$/.test(text(json.narration) ?? ''))
    return refused('The narration format is invalid.', 'narration')
  return (text(json.reference_id)?.length ?? 0) > 40
    ? refused('The reference id may not be greater than 40 characters.', 'reference_id')
    : null
}

/** The same key with the same request answers the first payout (razorpay.com/docs/api/x/payout-idempotency). */
function createPayout(state: State, asked: Asked): Answer {
  const { json, key } = asked
  if (key === null)
    return refused(
      'Idempotency key is missing. Include idempotency header and key in the request.',
      'X-Payout-Idempotency',
    )
  if (!/^[\w -]{4,36}$/.test(key)) return refused('Invalid idempotency key')
  const request = JSON.stringify(json)
  const before = state.repeated_payouts.get(key)
  if (before && before.asked !== request)
    return refused('Different request body was sent with the same idempotency key.')
  if (before) return found(state.payouts.get(before.payout_id) ?? {})
  const wrong = wrongPayout(state, asked)
  if (wrong) return wrong
  const isCovered = state.behaviour.payout_balance === null || state.behaviour.payout_balance >= Number(json.amount)
  if (!isCovered && json.queue_if_low_balance !== true)
    return refused('Your account does not have enough balance to carry out the payout operation.')
  const payout: PayoutEntity = {
    id: newId('pout'),
    entity: 'payout',
    fund_account_id: String(json.fund_account_id),
    amount: Number(json.amount),
    currency: 'INR',
    notes: notesOf(json.notes),
    fees: 0,
    tax: 0,
    status: 'pending',
    purpose: text(json.purpose) ?? 'payout',
    utr: null,
    mode: String(json.mode),
    reference_id: text(json.reference_id),
    narration: text(json.narration),
    batch_id: null,
    status_details: null,
    created_at: state.now(),
  }
  state.payouts.set(payout.id, payout)
  state.repeated_payouts.set(key, { asked: request, payout_id: payout.id })
  movePayout(state, payout, isCovered ? 'processing' : 'queued')
  if (isCovered && !state.behaviour.slow_payouts) movePayout(state, payout, 'processed')
  return found(payout)
}

function listPayouts(state: State, { query }: Asked): Answer {
  if (query.get('account_number') !== PAYOUT_ACCOUNT) return refused('The account number is invalid.', 'account_number')
  const reference = query.get('reference_id')
  const all = [...state.payouts.values()]
  return page(reference === null ? all : all.filter(({ reference_id }) => reference_id === reference), query)
}

export function payoutRoutes(state: State, asked: Asked, [noun, id, part]: string[]): Answer {
  const isNew = asked.method === 'POST' && id === undefined
  if (noun === 'contacts') return isNew ? createContact(state, asked) : oneOf(state.contacts, id)
  if (noun === 'fund_accounts') return isNew ? createFundAccount(state, asked) : oneOf(state.fund_accounts, id)
  if (isNew) return createPayout(state, asked)
  if (id === undefined) return listPayouts(state, asked)
  const payout = state.payouts.get(id)
  if (!payout) return missing()
  if (part === 'cancel' && asked.method === 'POST') {
    if (payout.status !== 'queued') return refused('Only queued payouts can be cancelled')
    movePayout(state, payout, 'cancelled')
  }
  return found(payout)
}

const oneOf = (all: ReadonlyMap<string, object>, id: string | undefined): Answer => {
  const one = all.get(id ?? '')
  return one ? found(one) : missing()
}
