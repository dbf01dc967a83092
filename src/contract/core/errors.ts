/**
 * Every error the product can answer, once: the catalogue of codes with status and text. Plain data: the browser shows what the server
 * throws.
 */
import type { Problem } from './envelope.ts'
import { STATUS_TEXT } from './status-texts.ts'

interface CatalogueEntry {
  status: number
  text: string
}

/** Code → HTTP status and text. One line adds an error. */
export const ERRORS = {
  invalid_input: { status: 400, text: STATUS_TEXT[400] },
  too_deep: { status: 400, text: 'The JSON is nested too deeply.' },
  reserved_key: { status: 400, text: 'The JSON holds a reserved key.' },
  file_missing: { status: 400, text: 'Attach one file.' },
  file_empty: { status: 400, text: 'The file is empty.' },
  file_unsupported: { status: 415, text: 'This kind of file cannot be read. Use PDF, DOCX, XLSX, PNG, JPEG or text.' },
  file_type_mismatch: { status: 415, text: 'The file is not what its name or type says.' },
  file_encrypted: { status: 400, text: 'The file is protected by a password. Remove it and try again.' },
  file_broken: { status: 400, text: 'The file is damaged and cannot be read.' },
  file_too_complex: {
    status: 400,
    text: 'This file needs too much processor time. Remove pages or very detailed drawings, and upload it again.',
  },
  file_timeout: { status: 400, text: 'Reading the file took too long.' },
  import_refused: { status: 400, text: 'This file cannot be imported.' },
  malformed_payload: { status: 422, text: 'The body is not what its content type says.' },
  unauthenticated: { status: 401, text: STATUS_TEXT[401] },
  invalid_credentials: { status: 401, text: 'The email address or the password is not right.' },
  second_factor_needed: { status: 401, text: 'Enter the code of your authenticator app.' },
  second_step_over: { status: 400, text: 'The sign-in took too long or had too many wrong codes. Start again.' },
  // Not 401: a client would take a fresh token and send the same wrong code again.
  code_wrong: { status: 400, text: 'The code is not right, or it was used already.' },
  password_wrong: { status: 400, text: 'The password is not right.' },
  passkey_refused: { status: 400, text: 'The passkey was not accepted. Try again, or sign in another way.' },
  // Not 403: a client would take a fresh token and ask again.
  address_unproven: { status: 409, text: 'Confirm your email address first.' },
  agreement_needed: { status: 409, text: 'This agent sends what it is given elsewhere. Agree to that first.' },
  confirmation_needed: { status: 403, text: 'Confirm that it is you: your sign-in is more than ten minutes old.' },
  two_factor_required: {
    status: 403,
    text: 'Admins of this installation need a second factor. Set it up in your settings.',
  },
  way_not_offered: { status: 409, text: 'This way of signing in is not set up here.' },
  external_state: { status: 400, text: 'This sign-in has expired or was begun elsewhere. Please try again.' },
  external_denied: { status: 400, text: 'Sign-in was cancelled. Please try again.' },
  external_refused: { status: 400, text: 'The provider did not confirm this sign-in. Please try again.' },
  external_email: { status: 409, text: 'The provider has not verified an email address of this account.' },
  external_taken: { status: 409, text: 'This account is connected to another account here.' },
  link_first: { status: 409, text: 'Sign in to your account first and connect this one in the settings.' },
  link_of_another: { status: 409, text: 'Sign in to the account this link was made for, then confirm.' },
  link_invalid: { status: 400, text: 'This link has expired or was used already. Ask for a new one.' },
  forbidden: { status: 403, text: STATUS_TEXT[403] },
  account_blocked: { status: 403, text: 'This account is blocked.' },
  account_inactive: { status: 403, text: 'This account is not active.' },
  visitor_quota: { status: 429, text: 'The free runs of today are used up. Sign in to go on.' },
  too_many_requests: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  too_many_streams: { status: 429, text: 'Too many live streams are open at a time. Close one to open another.' },
  too_many_uploads: { status: 429, text: 'Too many uploads are under way. Try again when one of them has finished.' },
  request_timeout: { status: 408, text: 'The request did not arrive in time. Send it again.' },
  not_found: { status: 404, text: STATUS_TEXT[404] },
  method_not_allowed: {
    status: 405,
    text: 'This method isn’t allowed here. The Allow header lists the ones that are.',
  },
  stale_revision: { status: 409, text: 'The workflow has changed since it was loaded. Load it again.' },
  nothing_payable: { status: 409, text: 'Nothing is payable to anybody at this moment.' },
  stale_details: { status: 409, text: 'It has changed since you looked at it. Look at it again.' },
  illegal_transition: { status: 409, text: 'This is not possible in the present state.' },
  already_exists: { status: 409, text: 'It exists already.' },
  already_resolved: { status: 409, text: 'This has been answered already.' },
  not_runnable: { status: 409, text: 'This cannot be run as it is.' },
  not_ready: { status: 409, text: 'This is not ready to be submitted.' },
  score_fell: { status: 409, text: 'The score of your test cases is lower than that of the last version.' },
  review_refused: { status: 403, text: 'You cannot review this agent.' },
  own_agent: { status: 403, text: 'Nobody reviews an agent of their own.' },
  role_request_refused: { status: 409, text: 'This role cannot be asked for now.' },
  workflow_in_use: { status: 409, text: 'Agents or services run this workflow.' },
  credential_in_use: { status: 409, text: 'Workflows use this credential.' },
  not_testable: { status: 409, text: 'This kind of credential cannot be tried out.' },
  // Not 401: the caller is a program with a secret of its own, not a person who is to sign in.
  idempotency_mismatch: {
    status: 409,
    text: 'This Idempotency-Key was used with a different request. Use a new key.',
  },
  idempotency_in_progress: {
    status: 409,
    text: 'The first request with this Idempotency-Key is still in progress. Try again in a moment.',
  },
  idempotency_unknown: {
    status: 409,
    text: 'The first request with this Idempotency-Key was interrupted. Check whether it took effect, then use a new key.',
  },
  hook_refused: { status: 403, text: 'The secret or the signature of the request is not right.' },
  hook_replayed: { status: 409, text: 'This signed request was received before.' },
  hook_under_way: { status: 409, text: 'The same request is being taken on at this moment. Try again.' },
  // What must be paid for first. The message names the sum or the limit.
  payment_required: { status: 402, text: 'This has to be paid for first.' },
  insufficient_credits: { status: 402, text: 'Your credits do not reach for this. Top up and try again.' },
  cap_reached: { status: 402, text: 'This would pass a cap that you have set.' },
  plan_limit: { status: 402, text: 'A limit of your plan is reached.' },
  seller_details_missing: { status: 409, text: 'The legal details of the seller are not complete.' },
  sales_paused: {
    status: 409,
    text: 'Sales of this agent are paused. Its seller has to complete their legal details first.',
  },
  payments_unavailable: { status: 503, text: 'Payments aren’t available yet. Nothing was charged.' },
  price_changed: { status: 409, text: 'The price has changed. Look at it again before you pay.' },
  payment_refused: { status: 400, text: 'The payment could not be confirmed.' },
  gateway_unavailable: { status: 503, text: 'The payment service cannot be reached. Nothing was charged; try again.' },
  limit_reached: { status: 409, text: 'A limit of this account is reached.' },
  payload_too_large: { status: 413, text: 'The body is too large.' },
  file_too_large: { status: 413, text: 'The file is larger than allowed.' },
  uri_too_long: { status: 414, text: 'The address is too long.' },
  unsupported_media_type: { status: 415, text: 'Send JSON with the content type application/json.' },
  headers_too_large: { status: 431, text: 'The headers are too large.' },
  server_error: { status: 500, text: STATUS_TEXT[500] },
  not_yet: { status: 501, text: 'This is not available yet.' },
  unavailable: { status: 503, text: STATUS_TEXT[503] },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof ERRORS

/** A refusal the caller is told about. Anything else that is thrown is a bug and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly problems: readonly Problem[]
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | null
  constructor(
    code: ErrorCode,
    options: { message?: string; problems?: readonly Problem[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    const entry: CatalogueEntry = ERRORS[code]
    super(options.message ?? entry.text, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = entry.status
    this.problems = options.problems ?? [{ message: this.message, code }]
    this.retryAfter = options.retryAfter ?? null
  }
}

/** A refusal of one field: `field` is a dotted path into the input. */
export const fieldError = (field: string, message: string, code: ErrorCode = 'invalid_input'): AppError =>
  new AppError(code, { problems: [{ message, field, code }] })

/** The problems of a part of an input, as a refusal of the whole: `prefix` is the path of that part. */
export const inputError = (problems: readonly Problem[], prefix: string): AppError =>
  new AppError('invalid_input', {
    problems: problems.map((one) => ({ ...one, field: one.field === undefined ? prefix : `${prefix}.${one.field}` })),
  })
