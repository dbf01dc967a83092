import { type FormEvent, useState } from 'react'
import {
  MAIL_KIND_NAMES,
  MAIL_KINDS,
  MAIL_TEMPLATE,
  type MailKind,
  type MailWords,
  placeholdersOf,
} from '#contract/admin/mail-template-values.ts'
import { SETTINGS } from '#contract/admin/setting-values.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { change, reasonRule, SettingSection } from './setting-section.tsx'

type Setting = DataOf<'getSettings'>['mail_templates']
type Preview = DataOf<'previewMail'>

const OPTIONS = MAIL_KIND_NAMES.map((kind) => ({ value: kind, label: MAIL_KINDS[kind].title }))

const usualOf = (kind: MailKind): MailWords => {
  const { subject, intro, closing } = MAIL_KINDS[kind]
  return { subject, intro, closing }
}

const isSame = (one: MailWords, other: MailWords): boolean =>
  one.subject === other.subject && one.intro === other.intro && one.closing === other.closing

/** The words of mail: subject, introduction and closing of each kind. */
export function MailTemplatesSection({ setting: { value, version, changed } }: { setting: Setting }) {
  const [kind, setKind] = useState<MailKind>('invitation')
  return (
    <SettingSection
      id="mail-templates"
      title="Email texts"
      intro="Subject, introduction and closing of each kind of email. Links, sums, legal notices and security advice stay as they are."
      changed={changed}
    >
      <Select
        label="Kind of email"
        options={OPTIONS.map((one) => ({
          ...one,
          label: value[one.value] === undefined ? one.label : `${one.label} (changed)`,
        }))}
        value={kind}
        onChange={({ target }) => setKind(MAIL_KIND_NAMES.find((one) => one === target.value) ?? kind)}
      />
      <Write key={`${kind} ${version}`} kind={kind} value={value} version={version} />
    </SettingSection>
  )
}

function Write({ kind, value, version }: { kind: MailKind; value: Setting['value']; version: number }) {
  const usual = usualOf(kind)
  const [words, setWords] = useState<MailWords>(value[kind] ?? usual)
  const [preview, setPreview] = useState<Preview | null>(null)
  const reason = useField(reasonRule)
  const save = useAction(async () => {
    const { [kind]: _, ...others } = value
    // The usual words are not stored, so that a later version may improve them.
    const next = isSame(words, usual) ? others : { ...others, [kind]: words }
    await change(() => call('setMailTemplates', { body: { value: next, version, reason: reason.value } }))
    reason.clear()
    notify({ type: 'success', title: 'Email texts saved' })
  })
  const draft = () => ({ body: { kind, words } })
  const look = useAction(async () => setPreview(await call('previewMail', draft())))
  const test = useAction(async () => {
    const { to } = await call('sendTestMail', draft())
    notify({ type: 'success', title: 'Test email queued', message: `It’s sent to ${to}.` })
  })
  const errors = [save.error, look.error, test.error].filter((error) => error !== null)
  const problem = (field: keyof MailWords) => {
    for (const error of errors)
      if (error instanceof ApiError)
        return error.problem(`value.${kind}.${field}`) ?? error.problem(`words.${field}`) ?? undefined
    return undefined
  }
  const isNamed = (['subject', 'intro', 'closing'] as const).some((field) => problem(field) !== undefined)
  const set = (field: keyof MailWords) => (event: { target: { value: string } }) =>
    setWords({ ...words, [field]: event.target.value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void save.run()
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Placeholders kind={kind} />
      <TextField
        label="Subject"
        value={words.subject}
        maxLength={MAIL_TEMPLATE.subject_chars}
        error={problem('subject')}
        onChange={set('subject')}
      />
      <TextArea
        label="Introduction"
        optional
        rows={4}
        value={words.intro}
        maxLength={MAIL_TEMPLATE.text_chars}
        error={problem('intro')}
        onChange={set('intro')}
      />
      <TextArea
        label="Closing"
        optional
        rows={3}
        value={words.closing}
        maxLength={MAIL_TEMPLATE.text_chars}
        error={problem('closing')}
        onChange={set('closing')}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void look.run()} busy={look.busy && 'Loading...'}>
          Preview
        </Button>
        <Button onClick={() => void test.run()} busy={test.busy && 'Sending...'}>
          Send a test to me
        </Button>
        {!isSame(words, usual) && <Button onClick={() => setWords(usual)}>Fill in the usual texts</Button>}
      </div>
      {preview && <Shown preview={preview} />}
      <TextField
        {...reason.input}
        label="Reason"
        maxLength={SETTINGS.reason_chars}
        help="Recorded in the audit log. People don’t see it."
      />
      {errors.length > 0 && !isNamed && <Callout tone="bad">{friendly(errors[0])}</Callout>}
      <Button className="w-fit" type="submit" variant="primary" busy={save.busy && 'Saving...'}>
        Save texts
      </Button>
    </form>
  )
}

function Placeholders({ kind }: { kind: MailKind }) {
  const means: Readonly<Record<string, { means: string }>> = MAIL_KINDS[kind].placeholders
  const needs: readonly string[] = MAIL_KINDS[kind].needs
  return (
    <dl className="grid gap-1 text-base">
      {placeholdersOf(kind).map((name) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt>
            <code className="font-mono">{`{${name}}`}</code>
          </dt>
          <dd className="text-muted">
            {means[name]?.means ?? 'The name of this installation'}
            {needs.includes(name) && '. Needed in the subject'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The HTML is shown without any right: no script, no link that leads this page away. */
const Shown = ({ preview: { subject, text, html } }: { preview: Preview }) => (
  <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded border border-line p-3">
    <p className="wrap-anywhere">
      <span className="text-muted">Subject:</span> <bdi>{subject}</bdi>
    </p>
    <iframe
      title="Email as HTML"
      sandbox=""
      srcDoc={html}
      className="h-80 w-full rounded border border-line bg-white"
    />
    <details>
      <summary className="cursor-pointer text-base">As plain text</summary>
      <pre className="wrap-anywhere mt-2 whitespace-pre-wrap rounded bg-sunken p-3 text-base">{text}</pre>
    </details>
  </section>
)
