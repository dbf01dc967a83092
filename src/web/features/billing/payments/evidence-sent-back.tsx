import type { DataOf } from '#web/api/call.ts'
import { formatBytes } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatExactTime } from '#web/lib/time.ts'
import { EVIDENCE_KIND_NAMES } from './evidence-files.tsx'

type SentBack = DataOf<'getDispute'>['evidence']['sent_back']

/** What the bank has sent back, newest first. */
export function EvidenceSentBack({ sentBack }: { sentBack: SentBack }) {
  if (sentBack.length === 0) return null
  return (
    <section aria-labelledby="sent-back" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="sent-back" className="text-lg">
        {t('Earlier evidence')}
      </h3>
      <ol className="grid gap-3">
        {sentBack.map(({ summary, files, submitted_at, sent_back_at }) => (
          <li key={sent_back_at} className="grid gap-2 rounded border border-line px-4 py-3">
            <p className="text-muted text-base">
              {submitted_at === null
                ? t('Submitted at the payment gateway')
                : t('Submitted {time}', { time: formatExactTime(submitted_at) })}
              {`, ${t('sent back {time}', { time: formatExactTime(sent_back_at) })}`}
            </p>
            {summary !== '' && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{summary}</p>}
            {files.length > 0 && (
              <ul className="grid gap-1 text-base">
                {files.map(({ name, proves, bytes }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list does not change
                  <li key={at} className="[overflow-wrap:anywhere]">
                    <bdi>{name}</bdi>{' '}
                    <span className="text-muted">
                      {t(EVIDENCE_KIND_NAMES[proves])}, {formatBytes(bytes)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
