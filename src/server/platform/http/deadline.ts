/**
 * An answer in time. A client gives up after the time-out that the contract states (specification §7); a moment before, it is told
 * that we are not available now, instead of nothing: a database that neither answers nor refuses would keep it waiting.
 */
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { AppError } from '#contract/core/errors.ts'
import { LIMITS } from '#contract/core/limits.ts'

const MARGIN_MS = 500
const RETRY_AFTER_S = 5

/** How long an endpoint may take, in ms. @param factor see `AppDeps.deadlineFactor` */
export const timeoutOf = (
  { timeout = LIMITS.timeouts.api }: Pick<EndpointDefinition, 'timeout'>,
  factor: number,
): number => (timeout - MARGIN_MS) * factor

/**
 * @param ms how long `work` may take
 * @param late called when it takes longer; what it does then is nobody's any more
 * @throws AppError `unavailable` when it takes longer
 */
export function withDeadline<T>(work: Promise<T>, ms: number, late: () => void = () => {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      late()
      reject(new AppError('unavailable', { retryAfter: RETRY_AFTER_S }))
    }, ms)
    work.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
