import { Puzzle } from 'lucide-react'
import type { Group } from '#graph/document.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useSnippets } from '#web/canvas/services/queries/use-snippets.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

/** Says that a group is from a snippet, and whether a newer version is there; opens what is known of it. */
export function SnippetMark({ group, asText = false }: { group: Group; asText?: boolean }) {
  const view = useView()
  // Users with read access have no library here.
  const readOnly = useStore(useDraft().save).state === 'read_only'
  const known = useSnippets(group.snippet !== undefined && !readOnly)?.find(({ id }) => id === group.snippet?.id)
  if (!group.snippet) return null
  const { version } = group.snippet
  const newer = known !== undefined && known.version > version
  const name = known ? `“${known.name}”` : t('a snippet')
  const label = newer
    ? t('From {name}, version {version}: version {version2} is there', { name, version, version2: known.version })
    : t('From {name}, version {version}', { name, version })
  const open = () => view.windows.snippets.origin.set(group.id)
  if (asText)
    return (
      <Button size="sm" icon={<Puzzle aria-hidden="true" />} onClick={open}>
        {label}
      </Button>
    )
  return (
    <IconButton size="sm" label={label} className={`nodrag relative ${newer ? 'text-indigo' : ''}`} onClick={open}>
      <Puzzle aria-hidden="true" />
      {newer && <span aria-hidden="true" className="absolute top-1 right-1 size-2 rounded-full bg-indigo" />}
    </IconButton>
  )
}
