import { Suspense, useState } from 'react'
import type { MessageCitation } from '#contract/runs/conversations.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Markdown } from '#web/viewer/markdown.tsx'

// Visitors of chat pages have no documents to open.
const PassageDialog = lazyPart(
  () => import('./passage-dialog.tsx'),
  (m) => m.PassageDialog,
)

/**
 * An answer and what it rests on. A passage of a document that the reader may open is opened at its place, from the list and from `[1]` in
 * the text.
 * @param text null for an answer that is shown otherwise
 */
export function CitedAnswer({ text, citations }: { text: string | null; citations: readonly MessageCitation[] }) {
  const [open, setOpen] = useState<MessageCitation | null>(null)
  const mark = (number: number) => {
    const one = citations.find((other) => other.number === number)
    return one && <Mark citation={one} onOpen={() => setOpen(one)} />
  }
  return (
    <>
      {text !== null && <Markdown text={text} className="text-base" mark={mark} />}
      <Citations citations={citations} onOpen={setOpen} />
      {open && (
        <Suspense>
          <PassageDialog citation={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

/** `[1]` in an answer. What can’t be opened stays as it was written: its source is in the list. */
function Mark({
  citation: { number, document, file, url },
  onOpen,
}: {
  citation: MessageCitation
  onOpen: () => void
}) {
  const name = t('Source {number}: {document}', { number, document: document || url || '' })
  const said = `[${number}]`
  if (file)
    return (
      <button type="button" aria-label={name} title={name} onClick={onOpen} className="text-indigo hover:underline">
        {said}
      </button>
    )
  if (url === null) return said
  return (
    <TextLink href={url} external aria-label={name}>
      {said}
    </TextLink>
  )
}

function Citations({
  citations,
  onOpen,
}: {
  citations: readonly MessageCitation[]
  onOpen: (citation: MessageCitation) => void
}) {
  const title = citations.some(({ cited }) => cited) ? t('Sources') : t('Passages it read')
  return (
    <div className="mt-2 grid gap-1.5 border-line border-t pt-2">
      <p className="text-muted text-base">{title}</p>
      <ol aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {citations.map((one) => (
          <li key={one.number}>
            {one.file ? (
              <button
                type="button"
                onClick={() => onOpen(one)}
                className="grid w-full gap-0.5 rounded border border-line px-2 py-1.5 text-left text-base hover:border-control hover:bg-hover"
              >
                <Source citation={one} />
              </button>
            ) : (
              <div className="grid gap-0.5 rounded border border-line px-2 py-1.5 text-base">
                <Source citation={one} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Source({ citation: { number, document, file, url, page, quote } }: { citation: MessageCitation }) {
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-1.5">
        <span className="shrink-0 text-muted tabular-nums">[{number}]</span>
        {url === null || file !== null ? (
          <bdi className="min-w-0 truncate font-medium">{document}</bdi>
        ) : (
          <TextLink href={url} external>
            {document === '' ? url : document}
          </TextLink>
        )}
        {page !== null && <span className="shrink-0 text-muted">{t('Page {number}', { number: page })}</span>}
      </span>
      {quote !== '' && (
        <span dir="auto" className="wrap-anywhere line-clamp-2 text-muted">
          {quote}
        </span>
      )}
    </>
  )
}
