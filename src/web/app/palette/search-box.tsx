import { Search } from 'lucide-react'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { t } from '#web/lib/language.ts'
import { paths, searchPath } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'

/** §2.3, §5: goes to /marketplace?search={text}, or to plain /marketplace when empty. On a phone it is a button. The marketplace has its own. */
export function SearchBox() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const go = () => void navigate(searchPath(input.current?.value ?? ''))
  if (pathname === paths.marketplace()) return null
  return (
    <>
      <search className="hidden min-w-0 max-w-72 grow sm:block">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            go()
          }}
          className="relative"
        >
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          />
          <input
            ref={input}
            type="search"
            data-search
            maxLength={200}
            aria-label={t('Search agents')}
            aria-keyshortcuts="/"
            placeholder={t('Search agents...')}
            className="h-9 w-full rounded border border-control bg-surface pr-3 pl-9 placeholder:text-muted"
          />
        </form>
      </search>
      <IconButton
        label={t('Search agents')}
        onClick={() => void navigate(paths.marketplace())}
        className="ml-auto sm:hidden"
      >
        <Search aria-hidden="true" />
      </IconButton>
    </>
  )
}
