/** What the handlers and the app are told of the configuration. */

import { LIMIT_VARIABLES, runtimeLimitsOf } from '#contract/admin/runtime-limit-values.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { PersonRules } from '#server/areas/accounts/users/person-key.ts'
import type { HandlerDeps } from '#server/areas/handler-deps.ts'
import type { Config } from '#server/config.ts'
import { isTestGateway } from '#server/gateways/payments/settings.ts'
import type { StreamTimes } from '#server/platform/http/sse.ts'
import type { ReadBrand } from '#server/platform/settings/brand.ts'
import type { Settings as RuntimeSettings } from '#server/platform/settings/settings.ts'

/** How soon a change of the marketplace is noticed. */
const FRESH_MS = 1000

export const mailDomain = ({ domain }: { domain: string | null }, publicUrl: string): string =>
  domain ?? new URL(publicUrl).hostname

/** Addresses can be confirmed by a mail of ours, or by Firebase. */
export const personRules = ({ secret, mail, firebase }: Config): PersonRules => ({
  secret,
  askProof: mail !== null || firebase !== null,
})

type Limiting = Pick<Config, 'workerConcurrency' | 'ownerShare' | 'keptUploadsDays'>

/** As they apply, set or not. */
function limitVariables(
  retention: Config['retention'],
  { workerConcurrency, ownerShare, keptUploadsDays }: Limiting,
): HandlerDeps['environment'] {
  const values: Record<(typeof LIMIT_VARIABLES)[number]['name'], number | null> = {
    WORKER_CONCURRENCY: workerConcurrency,
    OWNER_SHARE: Math.round(ownerShare * 100),
    RETAIN_VISITOR_HOURS: retention.visitor_hours,
    RETAIN_SUCCEEDED_DAYS: retention.succeeded_days,
    RETAIN_FAILED_DAYS: retention.failed_days,
    RETAIN_RUNS_DAYS: retention.runs_days,
    RETAIN_UPLOADS_DAYS: keptUploadsDays,
    RETAIN_MODEL_CALLS_DAYS: retention.model_calls_days,
  }
  return LIMIT_VARIABLES.map(({ name }) => ({ name, value: String(values[name] ?? 0) }))
}

type Settings = Pick<
  HandlerDeps,
  | 'retention'
  | 'publicUrl'
  | 'fresh_ms'
  | 'hook_wait_ms'
  | 'mcp_wait_ms'
  | 'mcp_look_ms'
  | 'mailIsSetUp'
  | 'mailInDomain'
  | 'mailInSecret'
  | 'office'
  | 'environment'
  | 'usualName'
>

export const handlerSettings = (
  {
    retention,
    mail,
    mailIn,
    supportEmail,
    brandName,
    ...config
  }: Pick<Config, 'retention' | 'mail' | 'mailIn' | 'supportEmail' | 'brandName'> & Limiting,
  publicUrl: string,
  brand: ReadBrand,
): Settings => ({
  retention,
  publicUrl,
  fresh_ms: FRESH_MS,
  hook_wait_ms: SERVER_LIMITS.wait_ms,
  mcp_wait_ms: SERVER_LIMITS.wait_ms,
  mcp_look_ms: 3000,
  mailIsSetUp: mail !== null,
  mailInDomain: mailIn && mailDomain(mailIn, publicUrl),
  mailInSecret: mailIn?.secret ?? null,
  office: { support_email: supportEmail, brand },
  environment: limitVariables(retention, config),
  usualName: brandName,
})

const { stream_check_ms: check_ms, stream_heartbeat_ms: heartbeat_ms, stalled_ms } = SERVER_LIMITS
/** When open streams look after their readers. */
export const STREAM_TIMES: StreamTimes = { check_ms, heartbeat_ms, stalled_ms }

export const appSettings = (
  { secret, trustProxy, firebase, payments, deadlineFactor }: Config,
  { settings, brand }: { settings: RuntimeSettings; brand: ReadBrand },
) => ({
  secret,
  brand,
  trustProxy,
  firebase,
  /** Real payments are taken through Razorpay. */
  razorpay: payments !== null && !isTestGateway(payments),
  streamTimes: STREAM_TIMES,
  requestsPerMinute: () => runtimeLimitsOf(settings.now().limits).requests_per_minute,
  deadlineFactor,
})
