import { Trash2 } from 'lucide-react'
import type { Group, Note } from '#graph/document.ts'
import { coloring } from '#web/canvas/model/edits/notes.ts'
import { countedNodes } from '#web/canvas/model/graph/counts.ts'
import { collapsing, coloringGroup, describing, MOST_DESCRIBED, ungrouping } from '#web/canvas/model/graph/groups.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { ShadeChoice } from '#web/canvas/view/nodes/shade-choice.tsx'
import { SnippetMark } from '#web/canvas/view/nodes/snippet-mark.tsx'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** The notes of the workflow, to be read and written without the canvas. */
export function ListNotes({ notes, readOnly }: { notes: readonly Note[]; readOnly: boolean }) {
  const draft = useDraft()
  if (notes.length === 0) return null
  return (
    <section aria-label={t('Notes')} className="grid gap-3">
      <h2 className="text-lg">{t('Notes')}</h2>
      {notes.map((note, index) => (
        <div key={note.id} data-note={note.id} className="grid gap-2 surface-card p-3">
          <TextArea
            label={t('Note {index}', { index: index + 1 })}
            help={t('Markdown is rendered on the canvas.')}
            rows={3}
            value={note.text}
            maxLength={20_000}
            readOnly={readOnly}
            onChange={({ target: { value } }) =>
              draft.perform(
                { type: 'update_note', note_id: note.id, text: value },
                { label: t('Edited note'), burst: `note ${note.id}` },
              )
            }
          />
          {!readOnly && (
            <span className="flex items-center justify-between gap-2">
              <ShadeChoice
                label={t('Colour of note {index}', { index: index + 1 })}
                color={note.color}
                onChoose={(color) => coloring(draft, note, color)}
              />
              <IconButton
                size="sm"
                label={t('Delete note {index}', { index: index + 1 })}
                onClick={() => draft.perform({ type: 'remove_note', note_id: note.id }, { label: t('Deleted note') })}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </span>
          )}
        </div>
      ))}
    </section>
  )
}

/** The groups of the workflow: their names, colours, and whether they are one card on the canvas. */
export function ListGroups({ groups, readOnly }: { groups: readonly Group[]; readOnly: boolean }) {
  const draft = useDraft()
  if (groups.length === 0) return null
  const named = (group: Group, index: number) => group.title || t('Group {index}', { index: index + 1 })
  return (
    <section aria-label={t('Groups')} className="grid gap-3">
      <h2 className="text-lg">{t('Groups')}</h2>
      {groups.map((group, index) => (
        <div key={group.id} data-group={group.id} className="flex flex-wrap items-end gap-3 surface-card p-3">
          <div className="min-w-48 grow">
            <TextField
              label={t('Title of group {index}', { index: index + 1 })}
              value={group.title}
              maxLength={120}
              readOnly={readOnly}
              onChange={({ target: { value } }) =>
                draft.perform(
                  { type: 'update_group', group_id: group.id, title: value },
                  { label: t('Renamed group'), burst: `group ${group.id}` },
                )
              }
            />
          </div>
          <div className="min-w-48 grow">
            <TextField
              label={t('Description of group {index}', { index: index + 1 })}
              value={group.description ?? ''}
              maxLength={MOST_DESCRIBED}
              readOnly={readOnly}
              onChange={({ target: { value } }) =>
                draft.perform(describing(group, value), {
                  label: t('Edited group description'),
                  burst: `group description ${group.id}`,
                })
              }
            />
          </div>
          <p className="pb-2 text-muted text-base">{countedNodes(group.nodes.length)}</p>
          <SnippetMark group={group} asText />
          {!readOnly && (
            <span className="flex flex-wrap items-center gap-2">
              <ShadeChoice
                label={t('Colour of {title}', { title: named(group, index) })}
                color={group.color}
                onChoose={(color) => draft.perform(coloringGroup(group, color), { label: t('Changed group colour') })}
              />
              <Button
                size="sm"
                aria-label={
                  group.collapsed
                    ? t('Expand {title} on the canvas', { title: named(group, index) })
                    : t('Collapse {title} on the canvas', { title: named(group, index) })
                }
                onClick={() =>
                  draft.perform(collapsing([group], !group.collapsed), {
                    label: group.collapsed
                      ? t('Expanded {which}', { which: `“${named(group, index)}”` })
                      : t('Collapsed {which}', { which: `“${named(group, index)}”` }),
                  })
                }
              >
                {group.collapsed ? t('Expand') : t('Collapse')}
              </Button>
              <Button
                size="sm"
                aria-label={t('Ungroup {title}', { title: named(group, index) })}
                onClick={() =>
                  draft.perform(ungrouping([group]), {
                    label: t('Ungrouped “{title}”', { title: named(group, index) }),
                  })
                }
              >
                {t('Ungroup')}
              </Button>
            </span>
          )}
        </div>
      ))}
    </section>
  )
}
