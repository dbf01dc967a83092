import type { Role } from '#contract/core/access.ts'
import { findAdminPlaces } from '#web/app/shell/admin-places.ts'
import { LinkButton } from '#web/ui/button.tsx'

/** For admins: the places of the marketplace that are in no list of navigation. */
export function AdminPlaces({ role }: { role: Role }) {
  const places = findAdminPlaces(role)
  if (places.length === 0) return null
  return (
    <nav aria-label="Administration">
      <ul className="flex flex-wrap gap-2">
        {places.map(({ key, name, href }) => (
          <li key={key}>
            <LinkButton href={href} size="sm">
              {name}
            </LinkButton>
          </li>
        ))}
      </ul>
    </nav>
  )
}
