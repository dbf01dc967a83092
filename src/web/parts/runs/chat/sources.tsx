import { useState } from 'react'
import type { MessageCitation } from '#contract/runs/conversations.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { PassagePane } from '#web/viewer/passage-pane.tsx'

const keyOf = ({ file, number }: MessageCitation): string => `${file.file_id} ${number}`

/** The passages an answer rests on. Each opens its document at the place. */
export function Sources({ citations }: { citations: readonly MessageCitation[] }) {
  const [open, setOpen] = useState<MessageCitation | null>(null)
  if (citations.length === 0) return null
  const isCited = citations.some(({ cited }) => cited)
  return (
    <div className="mt-2 grid gap-1.5 border-line border-t pt-2">
      <p className="text-muted text-sm">{isCited ? 'Sources' : 'Passages it read'}</p>
      <ol aria-label={isCited ? 'Sources' : 'Passages it read'} className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {citations.map((one) => (
          <li key={keyOf(one)}>
            <button
              type="button"
              onClick={() => setOpen(one)}
              className="grid w-full gap-0.5 rounded border border-line px-2 py-1.5 text-left text-sm hover:border-control hover:bg-hover"
            >
              <span className="flex min-w-0 items-baseline gap-1.5">
                <span className="shrink-0 text-muted tabular-nums">[{one.number}]</span>
                <bdi className="min-w-0 truncate font-medium">{one.document}</bdi>
                {one.page !== null && <span className="shrink-0 text-muted">Page {one.page}</span>}
              </span>
              {one.quote !== '' && (
                <span dir="auto" className="wrap-anywhere line-clamp-2 text-muted">
                  {one.quote}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
      {open && (
        <Dialog open onClose={() => setOpen(null)} title={<bdi>{open.document}</bdi>} size="lg">
          <div className="grid h-[70vh] min-h-0">
            <PassagePane
              passage={{
                key: keyOf(open),
                file_id: open.file.file_id,
                name: open.document,
                page: open.page,
                boxes: open.boxes,
                text: open.text,
              }}
            />
          </div>
        </Dialog>
      )}
    </div>
  )
}
