import { Minus, PenLine, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import type {
  Difference,
  EdgeChange,
  FieldChange,
  GroupChange,
  NodeChange,
  NoteChange,
} from '#web/canvas/model/diff/diff.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { useFieldTitle } from '#web/canvas/services/analysis/use-field-title.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { edgeTitle, fieldName, MARKS, type Mark, nodeTitle, written } from './difference-words.ts'
import { TextDifference } from './text-difference.tsx'

/** One thing that is different: what a piece of a proposal is accepted or rejected by. */
export type Piece =
  | { of: 'node'; change: NodeChange }
  | { of: 'edge'; change: EdgeChange }
  | { of: 'note'; change: NoteChange }
  | { of: 'group'; change: GroupChange }

export interface DifferenceListProps {
  difference: Difference
  /** What nodes are called, by id, for the ends of connections. */
  titles: ReadonlyMap<string, string>
  /** Shows a node; the titles are buttons then. */
  onShow?: ((node: string) => void) | undefined
  /** Shown next to each piece, for example buttons to accept and reject it. */
  aside?: ((piece: Piece) => ReactNode) | undefined
}

/** Everything that is different, as headings and lists that are walked with a screen reader. */
export function DifferenceList({ difference, titles, onShow, aside }: DifferenceListProps) {
  const { nodes, edges, notes, groups } = difference
  if (difference.same) return <p className="text-muted">{t('Only the layout changed.')}</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Part title={t('Steps')} count={nodes.length}>
        {nodes.map((change) => (
          <NodeItem
            key={`${change.kind} ${change.id}`}
            {...{ change, onShow }}
            aside={aside?.({ of: 'node', change })}
          />
        ))}
      </Part>
      <Part title={ownWord('Connections')} count={edges.length}>
        {edges.map((change) => (
          <Item
            key={`${change.kind} ${change.edge.id}`}
            mark={change.kind}
            title={edgeTitle(change, titles)}
            aside={aside?.({ of: 'edge', change })}
          />
        ))}
      </Part>
      <Part title={t('Notes')} count={notes.length}>
        {notes.map((change) => (
          <Item key={change.id} mark={change.kind} title={t('Note')} aside={aside?.({ of: 'note', change })}>
            <TextDifference pieces={change.text} />
          </Item>
        ))}
      </Part>
      <Part title={t('Groups')} count={groups.length}>
        {groups.map((change) => (
          <Item
            key={change.id}
            mark={change.kind}
            title={(change.after ?? change.before)?.title || t('Group')}
            aside={aside?.({ of: 'group', change })}
          />
        ))}
      </Part>
    </div>
  )
}

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-medium text-base">
        {title} <span className="text-muted">{count}</span>
      </h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">{children}</ul>
    </section>
  )
}

const TONES = { added: 'good', removed: 'bad', changed: 'selected' } as const
const ICONS = { added: Plus, removed: Minus, changed: PenLine } as const

/** Added, removed or changed: by colour, icon and word. */
export function MarkBadge({ mark }: { mark: Mark }) {
  const Icon = ICONS[mark]
  return (
    <Badge tone={TONES[mark]}>
      <Icon aria-hidden="true" className="size-3" />
      {t(MARKS[mark])}
    </Badge>
  )
}

interface ItemProps {
  mark: Mark
  title: string
  onShow?: (() => void) | undefined
  aside?: ReactNode
  children?: ReactNode
}

function Item({ mark, title, onShow, aside, children }: ItemProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 surface-card px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <MarkBadge mark={mark} />
        {onShow ? (
          <button
            type="button"
            onClick={onShow}
            className="min-w-0 break-words text-left font-medium underline-offset-2 hover:text-indigo hover:underline"
          >
            <bdi>{title}</bdi>
          </button>
        ) : (
          <bdi className="min-w-0 break-words font-medium">{title}</bdi>
        )}
        {aside && <div className="ml-auto flex items-center gap-1">{aside}</div>}
      </div>
      {children}
    </li>
  )
}

function NodeItem({
  change,
  onShow,
  aside,
}: {
  change: NodeChange
  onShow: DifferenceListProps['onShow']
  aside: ReactNode
}) {
  const titleAt = useFieldTitle((change.after ?? change.before).type)
  const nameOf = ({ path }: FieldChange) => {
    const [first, ...rest] = path
    const known = first === 'config' && rest.length > 0 ? titleAt(rest, (change.after ?? change.before).config) : null
    return known ?? fieldName(path)
  }
  return (
    <Item
      mark={change.kind}
      title={nodeTitle(change)}
      onShow={onShow && (() => onShow(change.kind === 'changed' && change.renamed ? change.renamed.to : change.id))}
      aside={aside}
    >
      {change.kind === 'added' && <Settings config={change.after.config} titleAt={titleAt} />}
      {change.kind === 'changed' && change.renamed && (
        <p className="break-words text-base">
          {t('Id')} <del className="text-bad">{change.renamed.from}</del> →{' '}
          <ins className="text-good">{change.renamed.to}</ins>
        </p>
      )}
      {change.kind === 'changed' && change.fields.length > 0 && (
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {change.fields.map((field) => (
            <Field key={field.path.join('.')} field={field} name={nameOf(field)} />
          ))}
        </dl>
      )}
    </Item>
  )
}

const MOST_SETTINGS = 8

/** What a step that comes is set to. */
function Settings({ config, titleAt }: { config: JsonObject; titleAt: ReturnType<typeof useFieldTitle> }) {
  const set = Object.entries(config).filter(([, value]) => value !== null && value !== '')
  if (set.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-1 text-base">
      {set.slice(0, MOST_SETTINGS).map(([name, value]) => (
        <div key={name} className="flex gap-2">
          <dt className="shrink-0 text-muted">{titleAt([name], config) ?? name}</dt>
          <dd className="line-clamp-3 min-w-0 break-words [overflow-wrap:anywhere]">
            <bdi>{written(value)}</bdi>
          </dd>
        </div>
      ))}
      {set.length > MOST_SETTINGS && (
        <p className="text-muted">{t('and {count} more', { count: set.length - MOST_SETTINGS })}</p>
      )}
    </dl>
  )
}

function Field({ field, name }: { field: FieldChange; name: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <dt className="break-words text-muted text-xs">
        {name}
        {field.kind !== 'changed' && <span> · {t(MARKS[field.kind]).toLowerCase()}</span>}
      </dt>
      <dd>
        {field.text ? (
          <TextDifference pieces={field.text} />
        ) : (
          <TextDifference
            pieces={[
              ...(field.kind === 'added' ? [] : [{ kind: 'removed' as const, text: written(field.before) }]),
              ...(field.kind === 'removed' ? [] : [{ kind: 'added' as const, text: written(field.after) }]),
            ]}
          />
        )}
      </dd>
    </div>
  )
}
