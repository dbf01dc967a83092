import { Moon, Sun } from 'lucide-react'
import { t } from '#web/lib/language.ts'
import { useTheme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Both pictures are there and the style chooses: a drawn page shows the right one before any code runs. */
export function ThemeToggle() {
  const { shown, toggle } = useTheme()
  const dark = shown === 'dark'
  return (
    <IconButton label={dark ? t('Use light theme') : t('Use dark theme')} onClick={toggle}>
      <Sun aria-hidden="true" className="hidden dark:block" />
      <Moon aria-hidden="true" className="dark:hidden" />
    </IconButton>
  )
}
