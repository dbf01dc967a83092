import { PROVISIONING } from '#contract/accounts/provisioning-values.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { ProvisioningState } from './provisioning.tsx'

const METHODS: Record<string, () => string> = {
  GET: () => t('Read'),
  POST: () => t('Add'),
  PUT: () => t('Replace'),
  PATCH: () => t('Change'),
  DELETE: () => t('Delete'),
}

/** What of it: a person, a group, or something else that was asked for. */
function thingOf(path: string): string {
  if (/^\/users/i.test(path)) return t('Person')
  if (/^\/groups/i.test(path)) return t('Group')
  return path
}

/** The last changes of the directory and what was refused, newest first. */
export function Requests({ requests }: { requests: ProvisioningState['requests'] }) {
  return (
    <section aria-labelledby="scim-requests" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 id="scim-requests" className="font-medium text-base">
        {t('Last requests')}
      </h3>
      {requests.length === 0 ? (
        <p className="text-muted">{t('Your directory hasn’t changed anything yet.')}</p>
      ) : (
        <>
          <p className="text-muted">
            {t('The last {count} changes and refusals.', { count: String(PROVISIONING.requests) })}
          </p>
          <ul className="divide-y divide-line border-line border-y">
            {requests.map(({ at, method, path, about, status, problem }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two of them apart
              <li key={`${at} ${index}`} className="grid gap-1 py-2">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-medium">
                    {METHODS[method]?.() ?? method}: {thingOf(path)}
                  </span>
                  {about !== null && <bdi className="min-w-0 [overflow-wrap:anywhere]">{about}</bdi>}
                  {problem === null ? (
                    <Badge tone="good">{t('Done')}</Badge>
                  ) : (
                    <Badge tone="bad">{t('Refused ({status})', { status: String(status) })}</Badge>
                  )}
                  <span className="text-muted text-xs">
                    <RelativeTime time={at} />
                  </span>
                </div>
                {problem !== null && (
                  <p className="[overflow-wrap:anywhere]">
                    <bdi>{problem}</bdi>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
