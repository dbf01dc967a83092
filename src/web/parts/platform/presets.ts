/** The notification presets of specification §8, with actions that work. */
import {
  accessDenied,
  authenticationRequired,
  connectionProblem,
  invalidField,
  type NotificationPreset,
} from '#contract/platform/messages.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** `act` is what an action without a place of its own does; without it that action is left out. */
function show(preset: NotificationPreset, act?: () => void): string {
  const { action, ...rest } = preset
  const actions =
    action?.href != null
      ? [{ label: action.label, href: action.href }]
      : action && act
        ? [{ label: action.label, onAction: act }]
        : undefined
  return notify({ ...rest, ...(actions && { actions }) })
}

export const notifyConnectionProblem = (retry: () => void): string => show(connectionProblem, retry)
export const notifyAuthenticationRequired = (): string => show(authenticationRequired)
/** @param what the end of the sentence: "this run" */
export const notifyAccessDenied = (what: string): string => show(accessDenied(what))
export const notifyInvalidField = (field: string, message: string): string => show(invalidField(field, message))

/** The last name in the path of a field, in words: `items.0.due_date` is "due date". */
const fieldName = (path: string): string =>
  (path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path).replaceAll('_', ' ')

/** What an act failed with: the preset of its kind, else an error that says what was not done. */
export function notifyFailure(
  error: unknown,
  { title, what, retry }: { title: string; what: string; retry: () => void },
) {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === null) return notifyConnectionProblem(retry)
  if (status === 401) return notifyAuthenticationRequired()
  if (status === 403) return notifyAccessDenied(what)
  const refused = status === 400 && error instanceof ApiError ? error.problems.find(({ field }) => field) : undefined
  if (refused?.field) return notifyInvalidField(fieldName(refused.field), refused.message)
  return notify({ type: 'error', title, message: friendly(error) })
}
