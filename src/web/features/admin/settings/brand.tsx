import { type FormEvent, useState } from 'react'
import { SETTINGS } from '#contract/admin/setting-values.ts'
import { type Accent, BRAND, logoPaths } from '#contract/platform/brand.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { uploadTo } from '#web/api/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { Logo } from '#web/ui/mark.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { change, reasonRule, SettingSection } from './setting-section.tsx'

type Settings = DataOf<'getSettings'>
type Value = Settings['brand']['value']

const THEMES = [
  { theme: 'light', label: 'Accent colour, light theme' },
  { theme: 'dark', label: 'Accent colour, dark theme' },
] as const

/** Name, logo and colours, as pages and mail show them. */
export function BrandSection({ setting, usualName }: { setting: Settings['brand']; usualName: string }) {
  const { value, version, changed } = setting
  return (
    <SettingSection
      id="brand"
      title="Brand"
      intro="How this installation presents itself on pages, in emails and in previews of links. Invoices keep the registered name of the company."
      changed={changed}
    >
      <Write key={version} value={value} version={version} usualName={usualName} />
    </SettingSection>
  )
}

const colourOf = (typed: Accent): Value['accent'] =>
  typed.light.trim() === '' && typed.dark.trim() === '' ? null : typed

function Write({ value, version, usualName }: { value: Value; version: number; usualName: string }) {
  const [name, setName] = useState(value.name ?? '')
  const [accent, setAccent] = useState<Accent>(value.accent ?? { light: '', dark: '' })
  const [logo, setLogo] = useState(value.logo)
  const reason = useField(reasonRule)
  const save = useAction(async () => {
    const next: Value = { name: name.trim() === '' ? null : name, accent: colourOf(accent), logo }
    await change(() => call('setBrand', { body: { value: next, version, reason: reason.value } }))
    reason.clear()
    notify({ type: 'success', title: 'Brand saved', message: 'Pages show it when they’re next loaded.' })
  })
  const problem = (field: string) => (save.error instanceof ApiError ? save.error.problem(`value.${field}`) : undefined)
  const isNamed = ['name', 'accent.light', 'accent.dark', 'logo'].some((field) => problem(field) !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.check()) void save.run()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Name"
        optional
        value={name}
        maxLength={BRAND.name_chars}
        placeholder={usualName}
        error={problem('name')}
        help={`Up to ${BRAND.name_chars} characters. Leave empty to use “${usualName}”, which comes from BRAND_NAME of the environment.`}
        onChange={({ target }) => setName(target.value)}
      />
      <LogoField
        logo={logo}
        name={name.trim() || usualName}
        error={problem('logo') ?? problem('logo.id')}
        onChange={setLogo}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {THEMES.map(({ theme, label }) => (
          <TextField
            key={theme}
            label={label}
            optional
            value={accent[theme]}
            placeholder="#1d4ed8"
            spellCheck={false}
            error={problem(`accent.${theme}`)}
            aside={<Swatch colour={accent[theme]} />}
            help="Links, selection and the main button."
            onChange={({ target }) => setAccent({ ...accent, [theme]: target.value })}
          />
        ))}
      </div>
      <TextField
        {...reason.input}
        label="Reason"
        maxLength={SETTINGS.reason_chars}
        help="Recorded in the audit log. People don’t see it."
      />
      {save.error !== null && !isNamed && <Callout tone="bad">{friendly(save.error)}</Callout>}
      <Button className="w-fit" type="submit" variant="primary" busy={save.busy && 'Saving...'}>
        Save brand
      </Button>
    </form>
  )
}

const Swatch = ({ colour }: { colour: string }) =>
  /^#[0-9a-f]{6}$/i.test(colour) ? (
    <span
      aria-hidden="true"
      className="inline-block size-4 rounded-sm border border-edge"
      style={{ background: colour }}
    />
  ) : null

interface LogoFieldProps {
  logo: Value['logo']
  name: string
  error: string | undefined
  onChange: (logo: Value['logo']) => void
}

/** What is uploaded is redrawn by the server and shown here; pages show it once it is saved. */
function LogoField({ logo, name, error, onChange }: LogoFieldProps) {
  const upload = useAction(async (file: File) => {
    const made = await uploadTo('uploadLogo', file)
    onChange({ ...made, with_name: logo?.with_name ?? true })
  })
  const shown = logo && { ...logoPaths(logo), width: logo.width, height: logo.height }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-base">Logo</legend>
      {shown && logo && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3 rounded border border-line bg-paper p-3">
            <Logo key={logo.id} name={name} size="lg" logo={shown} nameHidden={!logo.with_name} />
            <Button size="sm" onClick={() => onChange(null)}>
              Remove logo
            </Button>
          </div>
          <Checkbox
            label="Show the name next to the logo"
            help="Turn this off when the name is part of the logo."
            checked={logo.with_name}
            onChange={({ target }) => onChange({ ...logo, with_name: target.checked })}
          />
        </>
      )}
      <FileDrop
        label={logo ? 'Choose another logo' : 'Choose a logo'}
        accept=".png,.webp"
        maxBytes={BRAND.logo_bytes}
        help={`PNG or WebP, up to ${BRAND.logo_bytes / 1000} kB, at least ${BRAND.least_px} pixels on each side. A transparent background fits both themes.`}
        file={null}
        error={error ?? (upload.error === null ? undefined : friendly(upload.error))}
        disabled={upload.busy}
        onFile={(file) => file && void upload.run(file)}
      />
    </fieldset>
  )
}
