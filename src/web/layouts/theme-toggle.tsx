import { Moon, Sun } from 'lucide-react'
import { useTheme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/button.tsx'

export function ThemeToggle() {
  const { shown, toggle } = useTheme()
  const dark = shown === 'dark'
  return (
    <IconButton label={dark ? 'Use the light theme' : 'Use the dark theme'} onClick={toggle}>
      {dark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  )
}
