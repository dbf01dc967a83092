import type { ChatMessage } from '#contract/runs/conversations.ts'
import { t } from '#web/lib/language.ts'
import { TextLink } from '#web/ui/link.tsx'

/** What an answer is based on, in the order of the answer. */
export function Citations({ citations }: { citations: ChatMessage['citations'] }) {
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer text-muted">
        {citations.length === 1 ? t('1 source') : t('{count} sources', { count: citations.length })}
      </summary>
      <ol className="mt-1.5 grid list-decimal gap-1.5 pl-5">
        {citations.map(({ title, text, url }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sources of a message never change
          <li key={index} dir="auto" className="wrap-anywhere">
            {url === null ? (
              <strong className="font-medium">{title}</strong>
            ) : (
              <TextLink href={url} external>
                {title === '' ? url : title}
              </TextLink>
            )}
            {text !== '' && <q className="block whitespace-pre-line text-muted">{text}</q>}
          </li>
        ))}
      </ol>
    </details>
  )
}
