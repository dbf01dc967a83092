import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { t } from '#web/lib/language.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'

const isPlain = (value: Json | undefined): value is string | number | boolean | null =>
  value !== undefined && typeof value !== 'object' ? true : value === null

const plainText = (value: string | number | boolean | null): string =>
  value === null ? '—' : typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : String(value)

/** What an approval is about: values by their names where there are no more than these, otherwise as the run has them. */
export function AskedDetails({ details }: { details: Json }) {
  if (typeof details === 'string') return <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{details}</p>
  if (isObject(details) && Object.keys(details).length > 0 && Object.values(details).every(isPlain))
    return <Named values={details} />
  return <CodeBlock code={JSON.stringify(details, null, 2)} label={t('Details')} />
}

const Named = ({ values }: { values: JsonObject }) => (
  <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)]">
    {Object.entries(values).map(([name, value]) => (
      <div key={name} className="sm:contents">
        <dt className="text-muted max-sm:text-xs">
          <bdi>{name}</bdi>
        </dt>
        <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          <bdi>{isPlain(value) ? plainText(value) : ''}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)
