import { useNavigate } from 'react-router'
import { useData } from '#web/api/query.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { type AnalyticsState, analyticsHref, FUNNEL_ROLES } from './analytics-address.ts'
import { categoriesQuery } from './analytics-queries.ts'

const ROLE_NAMES: Record<(typeof FUNNEL_ROLES)[number], string> = {
  visitor: 'Visitors without an account',
  basic_user: 'Users',
  seller: 'Sellers',
  creator_admin: 'Creators',
  admin: 'Admins',
  super_admin: 'Super admins',
}

/** Only agents of a category. */
export function CategoryChoice({ state }: { state: AnalyticsState }) {
  const navigate = useNavigate()
  const { items } = useData(categoriesQuery())
  return (
    <Select
      label="Category"
      value={state.category ?? ''}
      options={[
        { value: '', label: 'All categories' },
        ...items.map(({ slug, name }) => ({ value: slug, label: name })),
      ]}
      onChange={({ target }) =>
        void navigate(analyticsHref(state, { category: target.value || null }), { preventScrollReset: true })
      }
    />
  )
}

/** Only people of a role, or new or returning ones. */
export function PeopleChoice({ state }: { state: AnalyticsState }) {
  const navigate = useNavigate()
  const change = (to: { role?: string | null; people?: string | null }) =>
    void navigate(analyticsHref(state, to), { preventScrollReset: true })
  return (
    <>
      <Select
        label="Role"
        value={state.role ?? ''}
        options={[
          { value: '', label: 'Everyone' },
          ...FUNNEL_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] })),
        ]}
        onChange={({ target }) => change({ role: target.value || null })}
      />
      <Select
        label="New or returning"
        value={state.people ?? ''}
        options={[
          { value: '', label: 'Both' },
          { value: 'new', label: 'New: account up to 30 days old' },
          { value: 'returning', label: 'Returning' },
        ]}
        onChange={({ target }) => change({ people: target.value || null })}
      />
    </>
  )
}
