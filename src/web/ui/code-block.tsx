import { t } from '#web/lib/language.ts'
import { CopyButton } from './copy-button.tsx'

/** Text to copy unchanged: a snippet, a key, JSON. */
export function CodeBlock({ code, label = t('Code') }: { code: string; label?: string }) {
  return (
    <div className="relative rounded border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="mr-10 overflow-x-auto">
        <pre className="py-3 pr-2 pl-4 font-mono text-xs leading-5">
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton label={t('Copy')} text={code} className="absolute top-2 right-2 bg-sunken" />
    </div>
  )
}
