import { useSearchParams } from 'react-router'
import { pageTitle } from '#web/lib/brand.ts'
import { THEMES, useTheme } from '#web/lib/theme.ts'
import { paths } from '#web/paths.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Categories } from './categories.tsx'
import { Charts } from './charts.tsx'
import { Codes } from './codes.tsx'
import { Controls } from './controls.tsx'
import { Data } from './data.tsx'
import { Feedback } from './feedback.tsx'
import { Foundations } from './foundations.tsx'

const TABS = [
  { key: 'foundations', label: 'Foundations', Content: Foundations },
  { key: 'categories', label: 'Categories', Content: Categories },
  { key: 'controls', label: 'Controls', Content: Controls },
  { key: 'codes', label: 'Codes and choices', Content: Codes },
  { key: 'data', label: 'Data', Content: Data },
  { key: 'charts', label: 'Charts', Content: Charts },
  { key: 'feedback', label: 'Feedback and panels', Content: Feedback },
] as const
const NAMES = { light: 'Light', dark: 'Dark', system: 'System' }

/** Every token and component in every state; the theme can be switched on the page. */
export function Component() {
  const [params] = useSearchParams()
  const { choice, set } = useTheme()
  const tab = TABS.find(({ key }) => key === params.get('tab')) ?? TABS[0]
  return (
    <>
      <title>{pageTitle('Design System')}</title>
      <PageHeader
        title="Design System"
        actions={
          <Select
            label="Theme"
            hideLabel
            value={choice}
            options={THEMES.map((value) => ({ value, label: NAMES[value] }))}
            onChange={(event) => set(THEMES.find((theme) => theme === event.target.value) ?? 'system')}
          />
        }
      >
        What every screen is made of. Components use tokens only; the shell chooses the theme.
      </PageHeader>
      <Tabs
        label="Parts of the design system"
        active={tab.key}
        tabs={TABS.map(({ key, label }) => ({ key, label, href: paths.designSystem(key) }))}
      />
      <tab.Content />
    </>
  )
}
