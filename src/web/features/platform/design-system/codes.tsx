import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/forms/code-field.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { ProviderIcon } from '#web/ui/provider-icon.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { panelId, TabList, tabId } from '#web/ui/tab-list.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Specimen } from './specimen.tsx'

const THEMES = ['Light', 'Dark', 'System'].map((label) => ({ value: label.toLowerCase(), label }))
const TABS = [
  { key: 'codes', label: 'Codes', count: 9 },
  { key: 'checks', label: 'To check', count: 2 },
  { key: 'facts', label: 'Facts' },
  { key: 'json', label: 'JSON' },
]
const TAB_TEXTS: Readonly<Record<string, string>> = {
  codes: 'E11.9 Type 2 diabetes mellitus without complications',
  checks: 'J18.9 Pneumonia is ruled out: “There was no evidence of pneumonia.”',
  facts: 'Male, 67 years, admitted on 19 November',
  json: '{"code": "E11.9"}',
}
const PLACES = ['Overview', 'Try it', 'Pricing', 'Data & privacy', 'Reviews', 'Versions', 'Developers'].map(
  (label) => ({
    key: label,
    label,
    href: paths.designSystem('codes'),
    ...(label === 'Reviews' && { count: 38 }),
  }),
)
const GROUP = 'specimen'

function Choosing() {
  const [theme, setTheme] = useState('light')
  const [tab, setTab] = useState('codes')
  return (
    <>
      <Specimen name="Segmented">
        <Segmented label="Theme" segments={THEMES} value={theme} onChange={setTheme} />
        <Segmented label="Theme, disabled" segments={THEMES} value="dark" onChange={() => {}} disabled />
      </Specimen>
      <Specimen name="Tabs: places">
        <div className="w-full max-w-2xl">
          <Tabs label="Sections of an agent" tabs={PLACES} active="Overview" />
        </div>
      </Specimen>
      <Specimen name="TabList: parts of a result">
        <div className="grid w-full max-w-sm gap-3">
          <TabList label="Parts of a result" group={GROUP} tabs={TABS} active={tab} onSelect={setTab} />
          <div role="tabpanel" id={panelId(GROUP)} aria-labelledby={tabId(GROUP, tab)}>
            {TAB_TEXTS[tab]}
          </div>
        </div>
      </Specimen>
      <Specimen name="ScrollRegion">
        <ScrollRegion label="A long line" className="w-full max-w-xs rounded border border-line p-3 whitespace-nowrap">
          Scrollable areas can be reached and scrolled with the keyboard.
        </ScrollRegion>
      </Specimen>
    </>
  )
}

/** What a sign-in asks for, and how one of a few is chosen. */
export function Codes() {
  return (
    <>
      <Specimen name="CodeField">
        <div className="grid w-full max-w-sm gap-4">
          <CodeField label="Code" help="Six digits from your authenticator app" />
          <CodeField
            label="Code, refused"
            defaultValue="123 456"
            error="This code is not right, or was used already."
          />
          <CodeField label="Backup code" kind="backup" defaultValue="k7fq-2m9x" disabled />
        </div>
      </Specimen>
      <Specimen name="QrCode">
        <QrCode text="https://chowk.example/a-specimen" label="QR code of an address" />
      </Specimen>
      <Specimen name="ProviderIcon">
        <Button icon={<ProviderIcon of="google" />}>Google</Button>
        <Button icon={<ProviderIcon of="github" />}>GitHub</Button>
      </Specimen>
      <Choosing />
    </>
  )
}
