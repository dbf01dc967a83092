/** Whether the API answers (§4, §9): asked after 2 s, then every 30 s; a busy gateway gets three attempts, 1 s and 2 s apart. */
import { LIMITS } from '#contract/core/limits.ts'
import { ApiError } from './api-error.ts'

const { attempts, backoff_ms, retried_statuses, first_ms, every_ms, reconnect_hidden_ms } = LIMITS.health

const retried = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === null ? error.category === 'CONNECTION_REFUSED' : retried_statuses.some((s) => s === error.status))

/** True when it says 'healthy'. Any other answer, or none after the attempts, is false (§8: status unavailable). */
export async function isHealthy(
  ask: () => Promise<{ status: string }>,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await ask()).status === 'healthy'
    } catch (error) {
      if (attempt >= attempts - 1 || !retried(error)) return false
      await wait(backoff_ms[attempt] ?? 0)
    }
  }
}

export type ApiStatus = 'unknown' | 'online' | 'offline' | 'reconnected'

/** What the banner shows next: being online is worth saying only after an outage. */
export const nextStatus = (before: ApiStatus, healthy: boolean): ApiStatus => {
  if (!healthy) return 'offline'
  return before === 'offline' || before === 'reconnected' ? 'reconnected' : 'online'
}

/** Asks from now on and tells every change; being back is told for 10 s. Answers how to stop. */
export function watchHealth(ask: () => Promise<{ status: string }>, changed: (status: ApiStatus) => void): () => void {
  let status: ApiStatus = 'unknown'
  let stopped = false
  let next: ReturnType<typeof setTimeout> | undefined
  let hide: ReturnType<typeof setTimeout> | undefined
  const tell = (now: ApiStatus) => {
    if (stopped || now === status) return
    status = now
    clearTimeout(hide)
    if (status === 'reconnected') hide = setTimeout(() => tell('online'), reconnect_hidden_ms)
    changed(status)
  }
  const check = async () => {
    tell(nextStatus(status, await isHealthy(ask)))
    if (!stopped) next = setTimeout(() => void check(), every_ms)
  }
  next = setTimeout(() => void check(), first_ms)
  return () => {
    stopped = true
    clearTimeout(next)
    clearTimeout(hide)
  }
}
