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
  reserved_key: { status: 400, text: 'The JSON contains a reserved key.' },
  file_missing: { status: 400, text: 'Attach one file.' },
  file_empty: { status: 400, text: 'The file is empty.' },
  file_unsupported: { status: 415, text: 'This file type isn’t supported. Use PDF, DOCX, XLSX, PNG, JPEG or text.' },
  file_type_mismatch: { status: 415, text: 'The file’s content doesn’t match its name or type.' },
  file_encrypted: { status: 400, text: 'The file is password-protected. Remove the password and try again.' },
  file_broken: { status: 400, text: 'The file is damaged and can’t be read.' },
  file_too_complex: {
    status: 400,
    text: 'This file needs too much processor time. Remove pages or very detailed drawings, and upload it again.',
  },
  file_timeout: { status: 400, text: 'Reading the file took too long.' },
  import_refused: { status: 400, text: 'This file can’t be imported.' },
  malformed_payload: { status: 422, text: 'The body doesn’t match its content type.' },
  unauthenticated: { status: 401, text: STATUS_TEXT[401] },
  invalid_credentials: { status: 401, text: 'Incorrect email or password.' },
  second_factor_needed: { status: 401, text: 'Enter the code from your authenticator app.' },
  second_step_over: { status: 400, text: 'The sign-in took too long or had too many wrong codes. Start again.' },
  // Not 401: a client would take a fresh token and send the same wrong code again.
  code_wrong: { status: 400, text: 'The code is incorrect or was already used.' },
  password_wrong: { status: 400, text: 'Incorrect password.' },
  passkey_refused: { status: 400, text: 'The passkey wasn’t accepted. Try again, or sign in another way.' },
  // Not 403: a client would take a fresh token and ask again.
  address_unproven: { status: 409, text: 'Confirm your email address first.' },
  accounts_needed: { status: 409, text: 'This agent works with an account of yours. Choose it first.' },
  agreement_needed: { status: 409, text: 'This agent sends your input to a third party. Agree to that first.' },
  confirmation_needed: { status: 403, text: 'Confirm it’s you: you signed in more than ten minutes ago.' },
  two_factor_required: {
    status: 403,
    text: 'Admins on this installation need a second factor. Set it up in your settings.',
  },
  way_not_offered: { status: 409, text: 'This sign-in method isn’t set up on this installation.' },
  external_state: { status: 400, text: 'This sign-in has expired or was started elsewhere. Please try again.' },
  external_denied: { status: 400, text: 'Sign-in was cancelled. Please try again.' },
  external_refused: { status: 400, text: 'The provider didn’t confirm this sign-in. Please try again.' },
  external_email: { status: 409, text: 'The provider hasn’t verified an email address for this account.' },
  external_taken: { status: 409, text: 'This account is already connected to another account here.' },
  link_first: { status: 409, text: 'Sign in to your account first and connect this one in your settings.' },
  domain_taken: { status: 409, text: 'Another workspace has proven that this domain is its own.' },
  domain_unproven: {
    status: 409,
    text: 'The TXT record wasn’t found. DNS changes can take an hour: compare the name and the value, then check again.',
  },
  domain_unreachable: {
    status: 409,
    text: 'The name servers of this domain don’t answer. Try again in a few minutes.',
  },
  // Not 401 or 403: a client would take a fresh token and ask again.
  sign_on_required: {
    status: 409,
    text: 'Your workspace signs in through its own provider. Sign in with your work email address there.',
  },
  sign_on_off: { status: 409, text: 'There’s no sign-on for this email address. Sign in another way.' },
  sign_on_down: {
    status: 409,
    text: 'Your sign-in provider doesn’t answer. Nothing was changed. Try again in a few minutes.',
  },
  sign_on_client: {
    status: 409,
    text: 'Your sign-in provider refused the request. Ask an owner of the workspace to check the client ID and secret.',
  },
  sign_on_issuer: {
    status: 400,
    text: 'The answer came from another provider than the one of your workspace. Nothing was changed.',
  },
  sign_on_token: {
    status: 400,
    text: 'The provider’s answer was invalid, expired or used before. Nothing was changed. Start again.',
  },
  sign_on_email: {
    status: 409,
    text: 'Your provider named no verified email address in the domain of your workspace. Nothing was changed.',
  },
  sign_on_role: {
    status: 409,
    text: 'None of your groups at the provider may use this workspace. Ask its owner to let you in.',
  },
  access_ended: {
    status: 409,
    text: 'The directory of your organisation has ended your access to this workspace. Ask its administrator.',
  },
  sign_on_link_first: {
    status: 409,
    text: 'An account with this email address exists. Sign in to it first, then continue with your provider.',
  },
  sign_on_other_person: {
    status: 409,
    text: 'This email address belongs to another person of your provider. Ask an owner to remove that member first.',
  },
  link_of_another: { status: 409, text: 'Sign in to the account this link was made for, then confirm.' },
  link_invalid: { status: 400, text: 'This link has expired or was already used. Request a new one.' },
  // Not 403: a client would take a fresh token and ask again.
  sign_up_closed: { status: 409, text: 'New accounts can’t be created here at the moment.' },
  invitation_needed: { status: 409, text: 'You need an invitation to create an account here.' },
  invitation_invalid: {
    status: 409,
    text: 'This invitation has expired, was already used or is for another email address.',
  },
  forbidden: { status: 403, text: STATUS_TEXT[403] },
  viewing_read_only: { status: 403, text: 'You’re viewing as another person. Nothing can be changed.' },
  viewing_closed: { status: 403, text: 'This isn’t shown while you view as another person.' },
  workspace_not_found: { status: 404, text: 'This workspace doesn’t exist, or you’re no longer a member of it.' },
  export_not_allowed: {
    status: 403,
    text: 'Only owners and admins of this workspace can export. Ask one of them.',
  },
  workspace_role: { status: 403, text: 'Your role in this workspace doesn’t allow this.' },
  last_owner: { status: 409, text: 'A workspace needs an owner. Make someone else an owner first.' },
  money_open: { status: 409, text: 'Money of this workspace isn’t settled yet.' },
  transfer_refused: { status: 409, text: 'This can’t move now.' },
  transfer_over: { status: 409, text: 'This offer is no longer open.' },
  transfer_changed: { status: 409, text: 'What is offered has changed since. Ask for a new offer.' },
  view_ended: { status: 403, text: 'This view has ended. Start another one from the person’s page.' },
  account_blocked: { status: 403, text: 'This account is blocked.' },
  account_inactive: { status: 403, text: 'This account isn’t active.' },
  visitor_quota: { status: 429, text: 'Today’s free runs are used up. Sign in to continue.' },
  too_many_requests: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  too_many_streams: { status: 429, text: 'Too many live streams are open. Close one to open another.' },
  too_many_uploads: { status: 429, text: 'Too many uploads in progress. Try again when one has finished.' },
  request_timeout: { status: 408, text: 'The request didn’t arrive in time. Send it again.' },
  not_found: { status: 404, text: STATUS_TEXT[404] },
  method_not_allowed: {
    status: 405,
    text: 'This method isn’t allowed here. The Allow header lists the ones that are.',
  },
  stale_revision: { status: 409, text: 'The workflow has changed since it was loaded. Load it again.' },
  nothing_payable: { status: 409, text: 'There’s nothing to pay out at the moment.' },
  stale_details: { status: 409, text: 'This has changed since you loaded it. Check it again.' },
  illegal_transition: { status: 409, text: 'This isn’t possible in the current state.' },
  decision_conflict: {
    status: 409,
    text: 'Another person decided this finding meanwhile. Choose which decision counts.',
  },
  signed_off: { status: 409, text: 'This document is signed off. Reopen it to change it.' },
  undecided_findings: { status: 409, text: 'Some findings aren’t decided yet.' },
  acceptance_ended: { status: 409, text: 'The time to decide about this result is over.' },
  result_rejected: {
    status: 409,
    text: 'This result was rejected and not charged. Accept it first.',
  },
  already_exists: { status: 409, text: 'This already exists.' },
  already_resolved: { status: 409, text: 'This was already answered.' },
  not_runnable: { status: 409, text: 'This can’t be run as it is.' },
  unsupported_parameter: { status: 400, text: 'Agents don’t take this parameter.' },
  // Not 500: the agent failed at this input, and asking again would fail again.
  run_failed: { status: 422, text: 'The run failed.' },
  run_waiting: { status: 409, text: 'The run waits for a person.' },
  not_ready: { status: 409, text: 'This isn’t ready to submit.' },
  case_of_others: {
    status: 403,
    text: 'This run isn’t of a workflow or custom agent of yours. Its tests belong to its seller, so you can’t make a test case of it.',
  },
  case_needs_consent: {
    status: 403,
    text: 'This workspace doesn’t allow test cases of its runs. An owner or admin can allow it on the page of the workspace, under Data.',
  },
  case_content_deleted: {
    status: 409,
    text: 'The content of this run was deleted, so no test case can be made of it.',
  },
  case_not_decided: {
    status: 409,
    text: 'Decide every finding or sign off the document first.',
  },
  case_needs_text: {
    status: 409,
    text: 'This run read a document whose text it didn’t keep. A test case needs text: run it with text, or with an agent whose result holds the text of the document.',
  },
  score_fell: { status: 409, text: 'Your test score is lower than the last version’s.' },
  review_refused: { status: 403, text: 'You can’t review this agent.' },
  report_refused: { status: 409, text: 'You can’t report this.' },
  own_agent: { status: 403, text: 'You can’t review your own agent.' },
  role_request_refused: { status: 409, text: 'This role can’t be requested now.' },
  workflow_in_use: { status: 409, text: 'Agents or services use this workflow.' },
  credential_in_use: { status: 409, text: 'Workflows use this credential.' },
  integration_in_use: { status: 409, text: 'Workflows use this app.' },
  mcp_package_in_use: { status: 409, text: 'Workflows use this server.' },
  mcp_server_in_use: { status: 409, text: 'Workflows use this server.' },
  // Not 502: what was asked of us is not wrong, and we are not away.
  mcp_unreachable: { status: 409, text: 'The MCP server can’t be reached.' },
  plugin_in_use: { status: 409, text: 'Workflows use this plugin.' },
  plugin_refused: { status: 400, text: 'This package can’t be installed.' },
  // Not 502, as above.
  registry_unreachable: { status: 409, text: 'The npm registry can’t be reached.' },
  options_unavailable: { status: 409, text: 'The choices of this field can’t be loaded.' },
  not_testable: { status: 409, text: 'This type of credential can’t be tested.' },
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
  hook_refused: { status: 403, text: 'The request’s secret or signature is invalid.' },
  hook_replayed: { status: 409, text: 'This signed request was already received.' },
  hook_under_way: { status: 409, text: 'The same request is being processed. Try again.' },
  // What must be paid for first. The message names the sum or the limit.
  payment_required: { status: 402, text: 'Payment is required first.' },
  insufficient_credits: { status: 402, text: 'You don’t have enough credits. Top up and try again.' },
  cap_reached: { status: 402, text: 'This would exceed your spending limit.' },
  plan_limit: { status: 402, text: 'You’ve reached a limit of your plan.' },
  seller_details_missing: { status: 409, text: 'The seller’s legal details aren’t complete.' },
  sales_paused: {
    status: 409,
    text: 'Sales of this agent are paused until the seller completes their legal details.',
  },
  payments_unavailable: { status: 503, text: 'Payments aren’t available yet. Nothing was charged.' },
  price_changed: { status: 409, text: 'The price has changed. Check it before you pay.' },
  payment_refused: { status: 400, text: 'The payment couldn’t be confirmed.' },
  gateway_unavailable: { status: 503, text: 'The payment service can’t be reached. You weren’t charged. Try again.' },
  limit_reached: { status: 409, text: 'This account has reached a limit.' },
  payload_too_large: { status: 413, text: 'The body is too large.' },
  file_too_large: { status: 413, text: 'The file is larger than allowed.' },
  uri_too_long: { status: 414, text: 'The address is too long.' },
  unsupported_media_type: { status: 415, text: 'Send JSON with the content type application/json.' },
  headers_too_large: { status: 431, text: 'The headers are too large.' },
  server_error: { status: 500, text: STATUS_TEXT[500] },
  feature_off: { status: 409, text: 'This is switched off on this installation.' },
  maintenance: { status: 503, text: 'Changes are paused for maintenance. Try again later.' },
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
