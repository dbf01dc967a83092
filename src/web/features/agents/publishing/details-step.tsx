import { useState } from 'react'
import { AGENT_ICONS, PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Markdown } from '#web/parts/agents/listing/markdown.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Glyph } from '#web/ui/category-glyph.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { LinesField, TagsField } from './lines-field.tsx'
import type { OwnDraft } from './use-own-draft.ts'

/** Part of the listing, which is in the words of its seller: not of the interface. */
const NOTICE = 'Draft for review by a qualified professional'
const REVIEWED = ['healthcare', 'legal']

const isReviewed = ({ category, more_categories }: OwnDraft['draft']): boolean =>
  [category ?? '', ...more_categories].some((slug) => REVIEWED.includes(slug))

/** What people read of it. */
export function DetailsStep({ own }: { own: OwnDraft }) {
  const { draft, set, errors } = own
  const { items: categories } = useData(q('listCategories'))
  return (
    <>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 [&>header]:mb-0">
        <CardHeader title={t('On the card')}>
          {t('People see the name and summary first, in lists and search results.')}
        </CardHeader>
        <TextField
          label={t('Name')}
          value={draft.name}
          maxLength={PUBLISHING.name}
          error={errors.name}
          help={t('Three to seven words: what it works on and what it does.')}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={t('Summary')}
          value={draft.tagline}
          maxLength={PUBLISHING.tagline}
          error={errors.tagline}
          onChange={(event) => set({ tagline: event.target.value })}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            label={t('Category')}
            value={draft.category ?? ''}
            error={errors.category}
            options={[
              { value: '', label: t('Choose a category') },
              ...categories.map(({ slug, name }) => ({ value: slug, label: t(name) })),
            ]}
            onChange={(event) => set({ category: event.target.value || null })}
          />
          <TagsField tags={draft.tags} error={errors.tags} onChange={(tags) => set({ tags })} />
        </div>
        <MoreCategories own={own} categories={categories} />
        <IconChoice icon={draft.icon} onChoose={(icon) => set({ icon })} />
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 [&>header]:mb-0">
        <CardHeader title={t('On the agent’s page')} />
        <Description own={own} />
        <div className="grid gap-4 md:grid-cols-2">
          <LinesField
            label={t('What it does')}
            lines={draft.does}
            error={errors.does}
            onChange={(does) => set({ does })}
          />
          <LinesField
            label={t('What it does not do')}
            lines={draft.does_not}
            error={errors.does_not}
            onChange={(does_not) => set({ does_not })}
          />
        </div>
        <TextArea
          label={t('How it works')}
          optional
          rows={3}
          value={draft.how_it_works}
          maxLength={PUBLISHING.how_it_works}
          error={errors.how_it_works}
          onChange={(event) => set({ how_it_works: event.target.value })}
        />
        <div className="grid gap-2">
          <TextField
            label={t('Note on each result')}
            optional={!isReviewed(draft)}
            value={draft.disclaimer ?? ''}
            maxLength={PUBLISHING.disclaimer}
            error={errors.disclaimer}
            help={t('Required for clinical and legal agents.')}
            onChange={(event) => set({ disclaimer: event.target.value || null })}
          />
          {isReviewed(draft) && !draft.disclaimer && (
            <div>
              <Button size="sm" onClick={() => set({ disclaimer: NOTICE })}>
                {t('Use “{notice}”', { notice: NOTICE })}
              </Button>
            </div>
          )}
        </div>
      </Card>
    </>
  )
}

interface MoreCategoriesProps {
  own: OwnDraft
  categories: readonly { slug: string; name: string }[]
}

/** Where else it is listed. */
function MoreCategories({ own: { draft, set, errors }, categories }: MoreCategoriesProps) {
  const chosen = draft.more_categories.filter((slug) => slug !== draft.category)
  const full = chosen.length >= PUBLISHING.more_categories
  const toggle = (slug: string) =>
    set({ more_categories: chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug] })
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-xs">
        {t('Also list it in (optional, up to {moreCategories})', { moreCategories: PUBLISHING.more_categories })}
      </legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {categories
          .filter(({ slug }) => slug !== draft.category)
          .map(({ slug, name }) => (
            <label key={slug} className="inline-flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={chosen.includes(slug)}
                disabled={full && !chosen.includes(slug)}
                onChange={() => toggle(slug)}
                className="size-4.5 accent-indigo disabled:cursor-not-allowed"
              />
              {name}
            </label>
          ))}
      </div>
      {errors.more_categories && <p className="text-bad text-base">{errors.more_categories}</p>}
    </fieldset>
  )
}

function Description({ own: { draft, set, errors } }: { own: OwnDraft }) {
  const [shown, setShown] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <TextArea
        label={t('Description')}
        rows={8}
        value={draft.description}
        maxLength={PUBLISHING.description}
        error={errors.description}
        help={t('Who it’s for, its input and its result. Markdown: **bold**, lists, links.')}
        onChange={(event) => set({ description: event.target.value })}
      />
      <div>
        <Button size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? t('Hide preview') : t('Preview')}
        </Button>
      </div>
      {shown && (
        <div className="rounded border border-line p-4">
          <Markdown text={draft.description} />
        </div>
      )}
    </div>
  )
}

function IconChoice({ icon, onChoose }: { icon: string; onChoose: (icon: (typeof AGENT_ICONS)[number]) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-xs">{t('Icon')}</legend>
      <div className="flex flex-wrap gap-1">
        {AGENT_ICONS.map((name) => (
          <label
            key={name}
            className="grid size-10 cursor-pointer place-items-center rounded border border-transparent hover:bg-hover has-checked:border-indigo has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-indigo [&_svg]:size-5"
          >
            <input
              type="radio"
              name="icon"
              value={name}
              checked={icon === name}
              className="sr-only"
              aria-label={name.replaceAll('-', ' ')}
              onChange={() => onChoose(name)}
            />
            <Glyph name={name} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
