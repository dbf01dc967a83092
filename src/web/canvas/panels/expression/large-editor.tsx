import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { EditorHandle, EditorProps } from './editor.tsx'
import { ExpressionBox } from './expression-box.tsx'
import { FUNCTIONS } from './functions.ts'

/** The same field with room: the editor, what it gives, and what functions there are. */
export function LargeEditor({
  title,
  editor,
  invalid,
  result,
  onClose,
}: {
  title: string
  editor: EditorProps
  invalid: boolean
  result: ReactNode
  onClose: () => void
}) {
  const handle = useRef<EditorHandle>(null)
  useEffect(() => {
    // The dialog gives the focus to its first button when it opens.
    const frame = requestAnimationFrame(() => handle.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Dialog open onClose={onClose} title={title} size="lg">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-[minmax(0,1fr)_16rem]">
        <div className="grid content-start gap-3">
          <ExpressionBox {...editor} ref={handle} autoFocus tall invalid={invalid} />
          {result}
          <p className="text-muted text-base">
            {t('Names in the data begin with $input or $nodes.')}{' '}
            <TextLink href={paths.docs('expressions')}>{t('How expressions work')}</TextLink>
          </p>
        </div>
        <section aria-label={t('Functions')} className="grid max-h-[60dvh] content-start gap-1 overflow-y-auto">
          {Object.entries(FUNCTIONS).map(([group, functions]) => (
            <details key={group} className="border-line border-b last:border-0">
              <summary className="py-1.5 font-medium text-base">{t(group)}</summary>
              <ul className="grid gap-1 pb-2">
                {functions.map(({ name, takes, help }) => (
                  <li key={name}>
                    <button
                      type="button"
                      disabled={editor.disabled}
                      onClick={() => handle.current?.insert(`$${name}()`)}
                      className="w-full rounded-sm px-1.5 py-1 text-left hover:bg-hover disabled:cursor-not-allowed"
                    >
                      <code className="wrap-anywhere font-mono text-xs">
                        ${name}
                        <span className="text-muted">{takes}</span>
                      </code>
                      <span className="block text-muted text-xs">{t(help)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </section>
      </div>
    </Dialog>
  )
}
